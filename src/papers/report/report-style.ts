/** The report's style sheet: light and dark, on paper, on a phone. Colours of series are Okabe and Ito's, without black, which is the truth's, and three more. */
export const REPORT_STYLE: string = `
:root{color-scheme:light dark;--page:#fbfaf8;--ink:#23201d;--muted:#6a635c;--line:#ded8d1;--card:#fff;--link:#0b5c8e;--under:var(--page);--shade:#0003;--paper:#f3ead6;--paperink:#6b4d0c;
--yes:#00664a;--partly:#9a5b00;--no:#b3261e;--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#b8558f;--s4:#b07700;--s5:#6b4fbb;--s6:#56646e;--s7:#7a3e1d}
@media (prefers-color-scheme:dark){:root{--page:#171614;--ink:#ece7e1;--muted:#a39b92;--line:#3a3632;--card:#201e1c;--link:#7cc4f0;--shade:#fff4;--paper:#3a3018;--paperink:#f0d48a;
--yes:#4fd0a5;--partly:#f2b24a;--no:#ff8a80;--s0:#56b4e9;--s1:#f08c4a;--s2:#35c79c;--s3:#e39bc6;--s4:#e6b23c;--s5:#b3a1ff;--s6:#a9b6c0;--s7:#d9a17a}}
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
nav ol{margin:0;padding-left:2rem;columns:2 24rem;column-gap:2.4rem}nav li{break-inside:avoid}
article,.equation{--under:var(--card)}
article{background:var(--card);border:1px solid var(--line);border-radius:.7rem;padding:1.1rem 1.2rem;margin:1.2rem 0}
.claim{border-left:3px solid var(--s0);padding-left:.8rem;font-style:italic}
.setup{color:var(--muted)}
.failure{color:var(--no)}
.chip{display:inline-block;min-width:1.35em;text-align:center;border-radius:.35em;font-weight:700;font-size:.85em;line-height:1.35;border:1px solid currentColor;padding:0 .15em;margin-right:.15em}
.chip.yes{color:var(--yes)}.chip.partly{color:var(--partly)}.chip.no{color:var(--no)}
.badge{font-size:.72rem;font-weight:600;color:var(--partly);border:1px solid currentColor;border-radius:.3rem;padding:0 .3em;vertical-align:middle}
.paper{background:var(--paper);color:var(--paperink)}
td.paper,th.paper{background:color-mix(in srgb,var(--paper) 55%,transparent)}
span.paper{padding:0 .3em;border-radius:.2em}
.scroll{max-width:100%}
.scroll,.formula{overflow-x:auto;background:linear-gradient(90deg,var(--under) .6rem,transparent) 0 0/1rem 100% no-repeat local,linear-gradient(270deg,var(--under) .6rem,transparent) 100% 0/1rem 100% no-repeat local,linear-gradient(90deg,var(--shade),transparent) 0 0/.6rem 100% no-repeat scroll,linear-gradient(270deg,var(--shade),transparent) 100% 0/.6rem 100% no-repeat scroll}
table{border-collapse:collapse;font-size:.9rem;margin:.5rem 0;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .65rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{font-weight:600;line-height:1.3;vertical-align:bottom}
.number{text-align:right}td.number{white-space:nowrap}
.table td:first-child:not(.number){min-width:8.5rem}.table th{max-width:11rem}.table tr.first>*{border-top:2px solid var(--line)}
.verdicts{list-style:none;margin:.8rem 0;padding:0}
.verdicts>li{border-top:1px solid var(--line);padding:.55rem 0 .6rem}
.verdict{margin:0;max-width:none}.outcome{color:var(--muted);font-size:.84rem;margin-left:.4em;white-space:nowrap}
.measure{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.2rem 1.2rem;align-items:baseline;margin-left:1.75rem}
.quantity{margin:0}
.numbers{display:flex;flex-wrap:wrap;gap:.2rem .9rem;margin:0;font-variant-numeric:tabular-nums}
.numbers>div{padding:.05rem .5rem;border-radius:.3rem}.numbers dt{font-size:.72rem;color:var(--muted)}.numbers .paper dt{color:inherit}
.numbers dd{margin:0;font-weight:600}.numbers .rule dd{font-weight:400;font-size:.84rem;line-height:1.35;color:var(--muted)}
.range,.why,.revised{margin:.2em 0 0 1.75rem;font-size:.86rem;line-height:1.42;color:var(--muted)}
.range b,.why b,.revised b{font-weight:600;color:var(--ink);margin-right:.3em}
.csv{font-weight:400;font-size:.78rem;margin-left:.4em}
.chapter{margin:.6rem 0 1.6rem}.chapter h3{margin-top:1rem}.chapter h4{margin:1.2rem 0 .2rem}
.equation{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1rem;align-items:center;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.5rem .8rem;margin:.4rem 0;max-width:60rem}
.formula{display:flex;flex-wrap:wrap;justify-content:safe center;align-items:center;gap:.3rem 2rem;overflow-y:hidden;padding:.2rem 0}.equation-place{margin:0;font-size:.84rem;color:var(--muted);white-space:nowrap}
.erratum{border-left:3px solid var(--no);margin:.3rem 0 1rem 1rem;padding:0 .8rem;max-width:58rem;font-size:.9rem}.erratum p{margin:.2rem 0}.erratum p:first-child{color:var(--no)}
math{font-family:"STIX Two Math","Cambria Math","Latin Modern Math","Noto Sans Math","DejaVu Math TeX Gyre",math;font-size:1.08em}.tml-left{text-align:left}.notations td,.slips td,.coverage td{vertical-align:middle}.slips td:first-child,.coverage td:first-child{white-space:nowrap}
.live{border:1px solid var(--line);border-radius:.6rem;padding:.7rem .9rem;margin:1rem 0;background:var(--page)}
.live .look{margin:0 0 .5rem}
.live button,.live select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.35rem .7rem;min-height:2.5rem}
.live button.start{background:var(--s0);border-color:var(--s0);color:#fff;font-weight:600}
@media (prefers-color-scheme:dark){.live button.start{color:#10222e}}
.live .knobs{display:flex;flex-wrap:wrap;gap:.5rem .9rem;align-items:end;margin:.4rem 0}.live label{font-size:.84rem;color:var(--muted)}.live label select{display:block;color:var(--ink)}
.live .stages{display:flex;flex-wrap:wrap;gap:.7rem}.live .stages figure{margin:0;flex:1 1 18rem;max-width:32rem}
.live canvas{display:block;width:100%;aspect-ratio:4/3;border-radius:.4rem;touch-action:pan-y;cursor:grab}
.live .gauges{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;margin:.5rem 0 0;font-variant-numeric:tabular-nums}.live .gauges dt{font-size:.75rem;color:var(--muted)}.live .gauges dd{margin:0;font-weight:600;min-width:5.5rem}
.live .sentence{margin:.3rem 0 0;color:var(--muted);font-size:.9rem}
.drawing svg{max-width:100%;height:auto}.graph-node{fill:var(--card);stroke:var(--ink);stroke-width:1.4}.graph-edge{stroke:var(--ink);stroke-width:1.3;fill:none}.graph-fill{stroke:var(--s1);stroke-width:1.6;stroke-dasharray:4 3;fill:none}.graph-label{fill:var(--ink);font-size:12px}
figure{margin:1rem 0}
figcaption{font-weight:600;font-size:.92rem}
.strips{display:flex;flex-wrap:wrap;gap:0 1.2rem}.strip{max-width:100%}
.pictures{display:flex;flex-wrap:wrap;gap:.6rem;margin-top:.4rem}
.pictures figure{margin:0;max-width:100%}
.pictures figcaption{font-weight:400;font-size:.82rem;line-height:1.35;color:var(--muted)}
.pictures img{display:block;max-width:100%;height:auto;border-radius:.35rem}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:0 1.4rem}
svg.plot{width:100%;max-width:44rem;height:auto;display:block}
.grid{stroke:var(--line);stroke-width:1;fill:none}.axis{stroke:var(--muted);fill:none}
.tick{font-size:12px;fill:var(--muted)}.axis-x,.axis-y{margin:.1rem 0;font-size:.82rem;line-height:1.3;color:var(--muted);max-width:44rem}.axis-x{text-align:right;padding-right:1.2rem}
.line{fill:none;stroke-width:2;stroke-linejoin:round}.line.paper{stroke-dasharray:6 4}
svg .paper{background:none}
.keys{list-style:none;padding:0;margin:.2rem 0;display:flex;flex-wrap:wrap;gap:.1rem 1rem;font-size:.84rem}
.key{vertical-align:middle}svg.key{margin-right:.35em}
${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => `.line.s${n}{stroke:var(--s${n})}.mark.s${n}{fill:var(--s${n});stroke:var(--s${n})}`).join("")}
.line.truth{stroke:var(--ink);stroke-width:2.6}.mark.truth{fill:var(--ink);stroke:var(--ink)}
.mark.paper{fill:none;stroke-width:1.6}
@media (max-width:40rem){.strip{width:100%}.pictures figure{width:calc(50% - .3rem)!important}.tick{font-size:19px}.measure{grid-template-columns:1fr;margin-left:0}.range,.why,.revised{margin-left:0}.outcome{display:block;margin-left:1.9em}.equation{grid-template-columns:1fr}.table table,.coverage,.notations,.slips{font-size:.8rem}.table td:first-child,.table th:first-child{position:sticky;left:0;background:var(--card);max-width:8rem}.table td:first-child:not(.number){min-width:5.5rem}.table td.paper:first-child,.table th.paper:first-child{background:var(--paper)}.slips td:first-child{white-space:normal}.coverage thead{display:none}.coverage tr{display:block;border-bottom:1px solid var(--line);padding:.35rem 0}.coverage td{display:inline;border:0;padding:0;overflow-wrap:anywhere;white-space:normal!important}.coverage td:first-child{font-weight:600}.coverage td:nth-child(2){color:var(--muted);margin:0 .4em}.coverage td:nth-child(3),.coverage td:nth-child(4){display:block}.notations th:first-child{position:sticky;left:0;background:var(--page);max-width:8rem}body{padding:1rem .7rem 3rem}article{padding:.8rem}h1{font-size:1.6rem}th,td{padding:.25rem .4rem}.tally th,.tally td{padding:.35rem .5rem;font-size:.84rem}.tally td{font-size:1.15rem}}
@media print{body{max-width:none}article{break-inside:avoid}}
`;
