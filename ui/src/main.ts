import { mount } from "svelte";
import "./base/fonts.css";
import "./base/app.css";
import App from "./App.svelte";
import { theme } from "./base/theme.svelte";

theme.apply();
mount(App, { target: document.getElementById("app")! });
