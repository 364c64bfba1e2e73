// The style sheet of `svc-client`'s own messages. The kit's sheet would bring the framework along.
import { colorDeclarations } from '../kit/look/tokens.ts';

export const CLIENT_CSS = `
:host{all:initial;display:block;color-scheme:light dark;${colorDeclarations()}
  font:max(16px,var(--svc-font-size,1rem))/1.5 var(--svc-font,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif);
  color:var(--_fg);overflow-wrap:break-word}
:host([theme=light]){color-scheme:light}:host([theme=dark]){color-scheme:dark}
:host([hidden]){display:none}
section{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;margin-block-end:12px;padding:12px 16px;
  background:var(--_surface);border:1px solid var(--_control);border-radius:var(--svc-radius-card,10px)}
section.ending{position:fixed;inset:auto 12px 76px;z-index:2147483000;margin:0 auto;max-inline-size:40rem;box-shadow:0 4px 24px #0006}
p{margin:0;flex:1 1 16em}
[hidden]{display:none!important}
[part=maintenance]{margin-block-end:12px;padding:8px 16px;background:var(--_warn-bg);color:var(--_warn);
  border-radius:var(--svc-radius,8px)}
.problem{color:var(--_danger)}
button{min-block-size:44px;padding:8px 18px;font:inherit;font-weight:700;border-radius:var(--svc-radius,8px);
  border:1px solid var(--_control);background:var(--_surface);color:var(--_accent);cursor:pointer}
button.primary{background:var(--_accent);border-color:var(--_accent);color:var(--_on-accent)}
button:focus-visible{outline:3px solid var(--_focus);outline-offset:2px}
@media (forced-colors:active){button{border:1px solid ButtonBorder}}
`;
