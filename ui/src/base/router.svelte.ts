// Where we are, from the address bar: a path and its query, nothing else.
class Router {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));

  constructor() {
    window.addEventListener("popstate", () => this.read());
  }

  private read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  go(to: string): void {
    history.pushState(null, "", to);
    this.read();
    scrollTo(0, 0);
  }

  /** Change parts of the query; an empty value takes a part away. */
  put(parts: Record<string, string | number>, replace = false): void {
    const query = new URLSearchParams(location.search);
    for (const [key, value] of Object.entries(parts)) {
      if (value === "") query.delete(key);
      else query.set(key, String(value));
    }
    const text = query.toString();
    const to = location.pathname + (text ? `?${text}` : "");
    if (replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.read();
  }

  get(key: string): string {
    return this.query.get(key) ?? "";
  }

  /** A click on a plain link inside the page stays in the page. */
  follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (/^\/(api|docs)\/|\.py$/.test(link.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  };
}

export const router = new Router();
