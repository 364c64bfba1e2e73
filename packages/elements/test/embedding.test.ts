// What a page that embeds the elements sees of them in a real browser: sign-in, hostile surroundings, another vendor's tags.
import './cases/sign-in/session.ts';
import './cases/sign-in/window.ts';
import './cases/sign-in/return.ts';
import './cases/sign-in/settings.ts';
import './cases/sign-in/notices.ts';
import './cases/embedding/surroundings.ts';
import './cases/embedding/loading.ts';
import './cases/embedding/aliases.ts';
