// The call-in sheet, which the portal has as a page to print.
export { callInStyles, callInView, type Sheet } from './acts/call-in-view.ts';
export { type CallInText, callIn as callInWords } from './text/en/call-in.ts';
export const callInSpanish = async (): Promise<typeof import('./text/en/call-in.ts').callIn> =>
  (await import('./text/es/call-in.ts')).callIn;
