import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { handbook } from './scripts/handbook';
import { lightDark } from './scripts/lightDark';

export default defineConfig({
  plugins: [handbook(), lightDark(), svelte(), svelteTesting()],
  // The pages are embedded in the program: relative addresses, nothing fetched from elsewhere.
  base: './',
  build: {
    target: 'safari16',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The window's page, and the phones'.
    rollupOptions: { input: ['index.html', 'phone.html'] },
  },
  // The handbook is in docs/, beside ui/.
  server: { fs: { allow: ['..'] } },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.ts'],
    // The machine may be busy with something else.
    testTimeout: 30_000,
  },
});
