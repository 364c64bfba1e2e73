// The frame of the pages behind a fax's link.
import type { SafeHtml } from '@remix-run/html-template';
import type { PageFrame } from '../../kernel/web/pages/frame.ts';

export function frameOf(title: string, footer?: SafeHtml): PageFrame {
  return { look: 'sheet', language: 'en', title, footer };
}
