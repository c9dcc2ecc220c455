import { mount } from 'svelte';
import PhoneApp from './PhoneApp.svelte';
import './style/faces.css';
import './style/tokens.css';
import './style/base.css';
import './style/workbench.css';

const target = document.getElementById('app');
if (target) mount(PhoneApp, { target });
