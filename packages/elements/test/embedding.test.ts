// What a page that embeds the elements sees of them in a real browser: sign-in, hostile surroundings, another vendor's tags.
import './cases/session.ts';
import './cases/sign-in.ts';
import './cases/embedding.ts';
import './cases/aliases.ts';
