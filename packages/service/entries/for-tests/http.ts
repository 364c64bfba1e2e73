// What tests and benches take from the inside of http, beyond what other packages are offered: no product code may import it.

/** Serves the icon of every page on this origin. Browsers ask for `/favicon.ico` by themselves, also of pages that name another icon. */
export { icons } from '../../src/http/files/icons.ts';
