import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

// oxlint-disable-next-line import/no-default-export -- Vite reads the default export.
export default defineConfig({
  plugins: [
    // Vue must not look for components of its own under these tags.
    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('svc-') } } }),
  ],
});
