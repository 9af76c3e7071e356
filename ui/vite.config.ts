import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built page is served by holecard itself; nothing in it is inlined, so the CSP can be strict.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/holecard/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: "http://127.0.0.1:8021", ws: true } },
  },
});
