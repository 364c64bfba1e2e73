// The door of the room `tracking` for other rooms: how what comes from pharmacies is read and answered, before anything is looked up.

export { carrierHookUrl } from './carrier/carrier-hook.ts';
export type { HookNews } from './hook/hook-news.ts';
export { HOOK_BODY, readBody } from './hook/read-body.ts';
export { STATUS_HOOK_PATH } from './hook/status-hook.ts';
export { readStrictJson } from './hook/strict-json.ts';
export { acceptedStatus, type ReportFields, validateReport } from './hook/validate-report.ts';
export { writeAnswer } from './inbox/script-answer.ts';
export { SCRIPT_INBOX_PATH } from './inbox/script-inbox.ts';
/** The record of a prescription and the answers to it, for whoever of the pharmacy stands before it. */
export { findLink as findFaxLink } from './link/access.ts';
export { readerIn as recordReader } from './link/frame.ts';
export { askOn, type RecordVisit, reportOn, showRecord } from './link/record-acts.ts';
export type { DeliveryListener } from './report/listener.ts';
