/** The report's style sheet: light and dark, on paper, on a phone. Colours of series are Okabe and Ito's. */
export const REPORT_STYLE: string = `
:root{color-scheme:light dark;--page:#fbfaf8;--ink:#23201d;--muted:#6a635c;--line:#ded8d1;--card:#fff;--link:#0b5c8e;--paper:#f3ead6;--paperink:#6b4d0c;
--yes:#00664a;--partly:#9a5b00;--no:#b3261e;--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#b8558f;--s4:#b07700;--s5:#2a8fc4;--s6:#7d6f00;--s7:#3a3632}
@media (prefers-color-scheme:dark){:root{--page:#171614;--ink:#ece7e1;--muted:#a39b92;--line:#3a3632;--card:#201e1c;--link:#7cc4f0;--paper:#3a3018;--paperink:#f0d48a;
--yes:#4fd0a5;--partly:#f2b24a;--no:#ff8a80;--s0:#56b4e9;--s1:#f08c4a;--s2:#35c79c;--s3:#e39bc6;--s4:#e6b23c;--s5:#8fd0f5;--s6:#e8dc55;--s7:#ddd6ce}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0 auto;max-width:70rem;padding:1.5rem 1.25rem 4rem;background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--link)}
h1{font-size:2.1rem;line-height:1.15;margin:.1em 0 .4em}
h2{font-size:1.5rem;line-height:1.25;margin:2.6em 0 .2em;padding-top:.6em;border-top:2px solid var(--line)}
h3{font-size:1.15rem;line-height:1.3;margin:0 0 .2em}
p{margin:.4em 0;max-width:52rem}
code{font:.92em ui-monospace,Menlo,Consolas,monospace}
.product{margin:0;letter-spacing:.12em;text-transform:uppercase;font-size:.8rem;color:var(--muted)}
.lead{font-size:1.08rem;max-width:46rem}
.key{color:var(--muted);font-weight:500}
.authors,.place,.note,footer{color:var(--muted);font-size:.9rem}
.tally{margin:1.2rem 0;background:var(--card);border:1px solid var(--line);border-radius:.6rem;border-collapse:separate;border-spacing:0}
.tally th,.tally td{padding:.45rem 1rem}.tally tr:last-child>*{border-bottom:0}
.tally td{font-size:1.5rem;font-weight:700;line-height:1.2}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.6rem 1.5rem;margin:0;font-size:.92rem}
.facts dt{color:var(--muted);font-size:.8rem}.facts dd{margin:0}
nav{margin-top:1.6rem}nav h2{margin-top:1rem}nav h3{margin:.9em 0 .1em;font-size:1rem}
nav ol{margin:0;padding-left:1.3rem;columns:2 24rem}nav li{break-inside:avoid}
article{background:var(--card);border:1px solid var(--line);border-radius:.7rem;padding:1.1rem 1.2rem;margin:1.2rem 0}
.claim{border-left:3px solid var(--s0);padding-left:.8rem;font-style:italic}
.setup{color:var(--muted)}
.failure{color:var(--no)}
.chip{display:inline-block;min-width:1.35em;text-align:center;border-radius:.35em;font-weight:700;font-size:.85em;line-height:1.35;border:1px solid currentColor;padding:0 .15em;margin-right:.15em}
.chip.yes{color:var(--yes)}.chip.partly{color:var(--partly)}.chip.no{color:var(--no)}
.badge{font-size:.72rem;font-weight:600;color:var(--partly);border:1px solid currentColor;border-radius:.3rem;padding:0 .3em;vertical-align:middle}
.paper{background:var(--paper);color:var(--paperink)}
span.paper{padding:0 .3em;border-radius:.2em}
.scroll{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;font-size:.9rem;margin:.5rem 0;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .65rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{font-weight:600;line-height:1.3;vertical-align:bottom}
.number{text-align:right}td.number{white-space:nowrap}
.table td:first-child:not(.number){min-width:8.5rem}.table th{max-width:11rem}.table tr.first>*{border-top:2px solid var(--line)}
.why{margin:.25em 0 0;font-size:.84rem;line-height:1.4;color:var(--muted)}
.verdicts{width:100%}.verdicts td:nth-child(2){min-width:14rem}.verdict,.rule{white-space:nowrap}.rule{font-size:.84rem;color:var(--muted)}
figure{margin:1rem 0}
figcaption{font-weight:600;font-size:.92rem}
.strips{display:flex;flex-wrap:wrap;gap:0 1.6rem}.strip{max-width:100%}
.pictures{display:flex;flex-wrap:wrap;gap:.6rem;margin-top:.4rem}
.pictures figure{margin:0;max-width:100%}
.pictures figcaption{font-weight:400;font-size:.82rem;line-height:1.35;color:var(--muted)}
.pictures img{display:block;max-width:100%;height:auto;border-radius:.35rem}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:0 1.4rem}
svg.plot{width:100%;max-width:44rem;height:auto;display:block}
.grid{stroke:var(--line);stroke-width:1;fill:none}.axis{stroke:var(--muted);fill:none}
.tick{font-size:12px;fill:var(--muted)}.label{font-size:13px;fill:var(--ink)}
.line{fill:none;stroke-width:2;stroke-linejoin:round}.line.paper{stroke-dasharray:6 4}
svg .paper{background:none}
.keys{list-style:none;padding:0;margin:.2rem 0;display:flex;flex-wrap:wrap;gap:.1rem 1rem;font-size:.84rem}
.key{vertical-align:middle}svg.key{margin-right:.35em}
${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `.line.s${n}{stroke:var(--s${n})}.mark.s${n}{fill:var(--s${n});stroke:var(--s${n})}`).join("")}
.mark.paper{fill:none;stroke-width:1.6}
@media (max-width:40rem){.pictures figure{width:calc(50% - .3rem)!important}figure.plot{overflow-x:auto}svg.plot{min-width:27rem}.verdict span:not(.chip){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.verdicts td:nth-child(2){min-width:10rem}body{padding:1rem .7rem 3rem}article{padding:.8rem}h1{font-size:1.6rem}th,td{padding:.25rem .4rem}}
@media print{body{max-width:none}article{break-inside:avoid}}
`;
