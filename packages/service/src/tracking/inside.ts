// The door of the room `tracking` for other rooms: how what comes from pharmacies is read and answered, before anything is looked up.

export { carrierHookUrl } from './carrier/carrier-hook.ts';
export { HOOK_BODY, readBody } from './hook/read-body.ts';
export { type HookNews, STATUS_HOOK_PATH } from './hook/status-hook.ts';
export { readStrictJson } from './hook/strict-json.ts';
export { acceptedStatus, type ReportFields, validateReport } from './hook/validate-report.ts';
export { writeAnswer } from './inbox/script-answer.ts';
export { SCRIPT_INBOX_PATH } from './inbox/script-inbox.ts';
