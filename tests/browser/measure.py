"""What a page is measured by at a size: nothing overlaps, nothing is cut, everything to press is
large enough for a finger where fingers press, and no text is too small to read."""

from __future__ import annotations

from playwright.sync_api import Page

# Text may be 12 px and more; key caps 11. Targets are 44 px wherever there is no side panel.
MEASURE = """({ target, least }) => {
  const wrong = [];
  const name = (node) => {
    const said = (node.getAttribute('aria-label') || node.textContent || '').trim().slice(0, 24);
    return `${node.tagName.toLowerCase()}.${[...node.classList].slice(0, 2).join('.')} "${said}"`;
  };
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !node.closest('.unseen') && getComputedStyle(node).clipPath === 'none';
  const box = (node) => node.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const meet = (a, b, slack) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;

  // 1. Nothing is wider than the page, and where the page is not scrolled nothing is below it.
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) wrong.push(`the page is ${wide} wide`);
  const layout = document.documentElement.dataset.layout;
  const fixed = layout !== 'phone';
  const tall = document.documentElement.scrollHeight;
  if (fixed && tall > innerHeight + 1) wrong.push(`the page is ${tall} high`);

  // 2. What may not lie on each other.
  const things = [
    ...all('.felt .dealer ol.hand'), ...all('.felt .dealer .pill'), ...all('.felt .shoe'),
    ...all('.felt .title svg'), ...all('.own .one ol.hand'), ...all('.own .one > .pill'),
    ...all('.own .one > .stake'), ...all('.spot .ring'), ...all('.spot .name'),
    ...all('.own .plate'), ...all('.felt .other'), ...all('.felt .empty'),
    ...all('header .more button'), ...all('header .purse'), ...all('header .brand'),
    ...all('header h1'), ...all('header .rules'), ...all('.pages a'),
    ...all('footer button'), ...all('footer .says'), ...all('aside .label'),
  ];
  const inStrip = (node) => layout === 'phone' && node.closest('.others');
  const shapes = things.map((node) => [node, box(node)]);
  shapes.forEach(([a, one], at) => shapes.slice(at + 1).forEach(([b, other]) => {
    if (inStrip(a) && inStrip(b)) return;
    if (a.contains(b) || b.contains(a)) return;
    const bar = (node) => layout === 'phone' && node.closest('footer');
    if (Boolean(bar(a)) !== Boolean(bar(b))) return;  // the page is scrolled under the bar
    if (meet(one, other, 1.5)) wrong.push(`${name(a)} lies on ${name(b)}`);
  }));
  const results = all('.spot .result').map((node) => [node, box(node)]);
  results.forEach(([a, one], at) => {
    results.slice(at + 1).forEach(([b, other]) => {
      if (meet(one, other, 1)) wrong.push(`${name(a)} lies on ${name(b)}`);
    });
    all('.own .one > .pill, .own .one > .stake').forEach((b) => {
      if (meet(one, box(b), 1)) wrong.push(`${name(a)} lies on ${name(b)}`);
    });
  });

  // 3. Nothing is cut off: by the window, the felt's rim, or its own box.
  const felt = box(document.querySelector('.felt'));
  const cloth = document.querySelector('.felt .cloth');
  const rim = parseFloat(getComputedStyle(cloth).borderLeftWidth);
  const round = getComputedStyle(cloth).borderBottomLeftRadius.split(' ').map(parseFloat);
  const percent = getComputedStyle(cloth).borderBottomLeftRadius.includes('%');
  const [rx, ry] = percent
    ? [(felt.width * round[0]) / 100, (felt.height * (round[1] ?? round[0])) / 100]
    : [round[0], round[1] ?? round[0]];
  const onCloth = (x, y) => {
    const dx = Math.max(0, felt.left + rx - x, x - (felt.right - rx));
    const dy = Math.max(0, y - (felt.bottom - ry));
    return dx === 0 || dy === 0 || Math.hypot(dx / (rx - rim), dy / (ry - rim)) <= 1.005;
  };
  for (const [node, at] of shapes) {
    if (inStrip(node)) continue;
    if (at.left < -0.5 || at.right > innerWidth + 0.5)
      wrong.push(`${name(node)} leaves the window`);
    if (fixed && (at.top < -0.5 || at.bottom > innerHeight + 0.5))
      wrong.push(`${name(node)} is above or below the window`);
    if (!node.closest('.felt')) continue;
    if (at.left < felt.left - 0.5 || at.right > felt.right + 0.5 || at.bottom > felt.bottom + 0.5)
      wrong.push(`${name(node)} leaves the felt`);
    if (node.matches('.name, .ring, .plate span') && ![at.left + 3, at.right - 3].every(
      (x) => onCloth(x, at.bottom - 2))) wrong.push(`${name(node)} lies across the rim`);
  }
  for (const node of all('footer button, header button, header .rules, h1, .spot .name, .pill'))
    if (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 2)
      wrong.push(`${name(node)} is cut: ${node.scrollWidth} in ${node.clientWidth}, `
        + `${node.scrollHeight} in ${node.clientHeight}`);
  for (const bar of all('footer'))
    if (bar.scrollHeight > bar.clientHeight + 1) wrong.push(`the bar is cut: ${bar.scrollHeight}`);

  // 4. Every circle can be hit: its middle is its own.
  for (const ring of all('.spot .ring')) {
    ring.scrollIntoView({ block: 'center' });
    const at = box(ring);
    const hit = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    if (hit !== ring) wrong.push(`${name(ring)} cannot be hit: ${hit ? name(hit) : 'nothing'}`);
  }
  scrollTo(0, 0);

  // 5. Fingers, and eyes.
  for (const node of all('.spot .ring, .spot .name, footer button, header button, .felt .other,'
    + ' .felt .empty, .leave')) {
    const at = box(node);
    const need = node.matches('.ring') ? Math.max(44, target) : target;
    if (Math.min(at.width, at.height) < need - 0.5)
      wrong.push(`${name(node)} is ${at.width.toFixed(0)} x ${at.height.toFixed(0)}`);
  }
  for (const card of all('.felt svg.card'))
    if (box(card).width < 43.5) wrong.push(`a card is ${box(card).width.toFixed(1)} wide`);
  const walk = document.createTreeWalker(document.querySelector('.page'), NodeFilter.SHOW_TEXT);
  const sizes = new Map();
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const node = text.parentElement;
    if (!text.textContent.trim() || !seen(node) || node.closest('svg.card, kbd')) continue;
    const svg = node.closest('svg');
    const scale = svg ? node.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(node).fontSize) * scale;
    const long = node.closest('.chip') && text.textContent.length > 5;
    if (size < least - 0.1 && !long) sizes.set(name(node), size.toFixed(1));
  }
  for (const [what, size] of sizes) wrong.push(`${what} is written in ${size} px`);
  return wrong;
}"""

WIDTH_OF_DESK, HEIGHT_OF_DESK = 1024, 600


def measured(page: Page, width: int, height: int) -> list[str]:
    """What is wrong with the table page at this size, one line each."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    desk = width >= WIDTH_OF_DESK and height >= HEIGHT_OF_DESK
    found: list[str] = page.evaluate(MEASURE, {"target": 24 if desk else 44, "least": 12})
    return [f"{width}x{height}: {one}" for one in found]
