// The page of the call-in sheet: what is read to the pharmacist by telephone, on the screen and on paper. Each look is in the audit trail.

import type { Session } from '@pestle/client';
import { CallInSheet } from '@pestle/client/documents/acts';
import {
  type CallInText,
  callInSpanish,
  callInStyles,
  callInView,
  callInWords,
  type Sheet,
} from '@pestle/elements/call-in-views';
import type { TemplateResult } from 'lit';
import { css, html, unsafeCSS } from 'lit';
import { SessionPage } from '../page/session-page.ts';
import { portalStyles } from '../page/styles.ts';
import { PageWords } from '../page/words.ts';
import type { Route } from '../routes.ts';

export class CallInPage extends SessionPage<Sheet> {
  static override styles = [
    ...portalStyles,
    unsafeCSS(callInStyles),
    css`@media print { :host { color-scheme: light; } .head .end { display: none; } .card { border: 0; padding: 0; background: none; } }`,
  ];
  static override properties = { address: {}, route: {} };
  declare address: string;
  declare route: Route;
  readonly #words = new PageWords<CallInText>(callInWords, callInSpanish, () => this.requestUpdate());

  protected override get heading(): string {
    return this.#words.now.title;
  }

  protected override subject(): string {
    return 'id' in this.route ? this.route.id : '';
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<Sheet> {
    return (await session.query(CallInSheet, { orderId: this.subject() }, { signal })).callInSheet;
  }

  /** It is read once: each look is put down. */
  protected override isAwaited(): boolean {
    return false;
  }

  protected override show(sheet: Sheet): TemplateResult {
    const words = this.#words.now;
    return html`<div class="page">
      <div class="head"><h1>${words.title}</h1>
        <div class="end"><a class="button" href="/portal/orders/${sheet.orderId}">${words.toOrder}</a>
          <button type="button" class="primary" @click=${() => window.print()}>${words.print}</button></div></div>
      <section class="card">${callInView(sheet, words)}</section></div>`;
  }
}
