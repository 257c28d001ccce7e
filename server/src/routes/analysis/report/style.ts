import type { Html } from '../../shared/html.ts';

/** The tokens of the console. On paper everything is on one sheet: two columns of plots, rows of two lines. */
export const STYLE: Html = {
  markup: `
:root{color-scheme:light dark;--surface:#fff;--line:#e4e7ec;--text:#171a21;--second:#474e5c;--third:#626a79;--error:#b3261e;--warning:#855000}
@media screen and (prefers-color-scheme:dark){:root{--surface:#14171d;--line:#262b35;--text:#e9ebef;--second:#b5bbc6;--third:#9098a6;--error:#ff9c92;--warning:#f0b656}}
*{box-sizing:border-box}
body{font:13px/20px Inter,system-ui,sans-serif;font-variant-numeric:tabular-nums;color:var(--text);background:var(--surface);max-width:1040px;margin:0 auto;padding:24px}
h1{font:600 20px/28px Inter,system-ui,sans-serif;margin:0}h2{font:600 14px/20px Inter,system-ui,sans-serif;margin:20px 0 8px}
p{margin:0 0 4px}.facts,figcaption,.small p{color:var(--third);font-size:12px;line-height:16px}
.findings{list-style:none;margin:0;padding:0}
.findings li{display:grid;grid-template-columns:88px 1fr;gap:8px;padding:6px 0;border-top:1px solid var(--line)}
.sign{color:var(--third)}.error .sign{color:var(--error)}.warning .sign{color:var(--warning)}.step{color:var(--second)}
table{width:100%;border-collapse:collapse}
th{font:600 12px/16px Inter,system-ui,sans-serif;text-align:left;color:var(--third);padding:4px 12px 4px 0}
td{border-top:1px solid var(--line);padding:4px 12px 4px 0;vertical-align:top}
td div{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;overflow-wrap:anywhere}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(400px,1fr));gap:16px;margin-top:20px}
figure{margin:0}figure img{width:100%;height:auto;display:block}
@media (max-width:480px){body{padding:16px}.findings li{grid-template-columns:1fr;gap:0}.plots{grid-template-columns:1fr}}
@page{size:A4;margin:12mm}
@media print{body{max-width:none;padding:0;font-size:8.5px;line-height:12px}h1{font-size:14px;line-height:18px}h2{font-size:10px;line-height:13px;margin:8px 0 3px}
.facts,figcaption,.small p,th{font-size:7px;line-height:9px}.findings li{padding:2px 0;grid-template-columns:56px 1fr}td,th{padding:2px 8px 2px 0}
.plots{grid-template-columns:repeat(3,1fr);gap:8px;margin-top:8px}figure,tr,li{break-inside:avoid}figure img{max-height:44mm;object-fit:contain;object-position:left top}}
`,
};
