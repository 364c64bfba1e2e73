// What tests and benches take from the inside of the desk, beyond what other packages are offered: no product code may import it.

/** The door of the room `desk` for callers: what needs a person of the practice, and what people do about it. */
export { createDesk, type Desk, type DeskItem } from '../../../src/desk/desk.ts';
/** The door of the room `desk` for other rooms' transactions: what pharmacists ask. */
export { askQuestion, questionsOf } from '../../../src/desk/inside.ts';
