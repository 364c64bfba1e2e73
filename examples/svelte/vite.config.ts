import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// oxlint-disable-next-line import/no-default-export -- Vite reads the default export.
export default defineConfig({ plugins: [svelte()] });
