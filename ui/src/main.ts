import { mount } from 'svelte';
import App from './App.svelte';
import UmpireApp from './UmpireApp.svelte';
import { tauriBackend } from './backend/tauri';
import './style/faces.css';
import './style/tokens.css';
import './style/base.css';
import './style/workbench.css';
import { keepInstalledFonts } from './style/fonts';

keepInstalledFonts(window);
const target = document.getElementById('app');
// The address hash says which window this is.
const page = location.hash === '#umpire' ? UmpireApp : App;
if (target) mount(page, { target, props: { backend: tauriBackend() } });
