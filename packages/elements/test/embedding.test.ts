// What a page that embeds the elements sees of them in a real browser: sign-in, loading, another vendor's tags. More: `embedding.deep.test.ts`.
import './cases/sign-in/session.ts';
import './cases/sign-in/notices.ts';
import './cases/embedding/loading.ts';
import './cases/embedding/aliases.ts';
