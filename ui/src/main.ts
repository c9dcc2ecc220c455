import { mount } from 'svelte';
import App from './App.svelte';
import UmpireApp from './UmpireApp.svelte';
import { tauriBackend } from './backend/tauri';
import './style/tokens.css';
import './style/base.css';
import { keepInstalledFaces } from './style/faces';

keepInstalledFaces(window);
const target = document.getElementById('app');
// The page knows by its address which window it is in.
const page = location.hash === '#umpire' ? UmpireApp : App;
if (target) mount(page, { target, props: { backend: tauriBackend() } });
