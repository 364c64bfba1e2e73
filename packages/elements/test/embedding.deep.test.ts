// What a page that embeds the elements sees of them in a real browser: every setting of the sign-in, its window and its return, hostile surroundings.
import './cases/sign-in/window.ts';
import './cases/sign-in/return.ts';
import './cases/sign-in/settings.ts';
import './cases/embedding/surroundings.ts';
