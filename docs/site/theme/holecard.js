// The site is as light or dark as the tables are: one choice for both, kept where the tables keep it.
const KEY = "holecard.theme";
const SCHEMES = { dark: "slate", light: "default" };

const chosen = localStorage.getItem(KEY);
if (SCHEMES[chosen]) {
  const media = `(prefers-color-scheme: ${chosen})`;
  __md_set("__palette", { index: chosen === "light" ? 1 : 0, color: { media, scheme: SCHEMES[chosen], primary: "indigo", accent: "indigo" } });
}
addEventListener("change", (event) => {
  const scheme = event.target.getAttribute("data-md-color-scheme");
  const taken = Object.keys(SCHEMES).find((name) => SCHEMES[name] === scheme);
  if (event.target.name === "__palette" && taken) localStorage.setItem(KEY, taken);
});

// The server takes no style that stands in a page. The search box brings one along; it is adopted instead.
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) {
  const root = attach.call(this, init);
  root.appendChild = (node) => {
    if (node.nodeName !== "STYLE") return Node.prototype.appendChild.call(root, node);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(node.textContent);
    root.adoptedStyleSheets.push(sheet);
    return node;
  };
  return root;
};
