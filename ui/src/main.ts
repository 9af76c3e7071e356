import { mount } from "svelte";
import "./base/fonts.css";
import "./base/app.css";
import App from "./App.svelte";
import { theme } from "./base/theme.svelte";

theme.apply();
// So that a page is there without a connection; on a plain address there is no such worker.
if ("serviceWorker" in navigator && isSecureContext) void navigator.serviceWorker.register("/sw.js").catch(() => null);
mount(App, { target: document.getElementById("app")! });
