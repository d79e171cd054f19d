import type { MascotPose } from '../paths.ts';

/** An SVG in the theme's colours: the mascot, or a thing for a brand that has none. */
export function mascotDrawing(pose: MascotPose, smiles: boolean): string {
  const drawing = smiles ? figure(poses[pose]) : things[pose];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 300" width="320" height="300">${drawing}</svg>`.replaceAll(
    /\s*\n\s*/g,
    '',
  );
}

interface Pose {
  behind?: string;
  arms: string;
  face: string;
  before?: string;
  legs?: false;
  motion?: string;
}

function figure({ behind = '', arms, face, before = '', legs, motion = '' }: Pose): string {
  return `
    ${sun}
    ${motion && `<style>@media (prefers-reduced-motion: no-preference){${motion}}</style>`}
    <ellipse cx="160" cy="286" rx="96" ry="9" fill="var(--ink)" fill-opacity=".14"/>
    ${behind}
    <g class="body">${legs === false ? '' : standing}
    <circle cx="160" cy="152" r="100" fill="url(#sun)"/>
    <path d="M84 128a80 80 0 0 1 54-52" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="11" stroke-linecap="round"/>
    <ellipse cx="88" cy="172" rx="17" ry="11" fill="#ff7a3d" fill-opacity=".45"/>
    <ellipse cx="232" cy="172" rx="17" ry="11" fill="#ff7a3d" fill-opacity=".45"/>
    ${face}
    ${before}
    ${arms}</g>`;
}

const sun =
  '<radialGradient id="sun" cx=".38" cy=".3" r=".8"><stop stop-color="#ffec9e"/><stop offset=".5" stop-color="#ffc62e"/><stop offset="1" stop-color="#f09a00"/></radialGradient>';

const standing = `
  <path d="M128 240v34M192 240v34" stroke="var(--ink)" stroke-width="13" stroke-linecap="round"/>
  <path d="M92 286q0-20 24-20h18q8 0 8 8v12Zm136 0q0-20-24-20h-18q-8 0-8 8v12Z" fill="var(--strong)"/>
  <path d="M92 282h50v6H94Zm136 0h-50v6h48Z" fill="#fff"/>`;

/** The smile is toothpaste: a shadow, white, and one stripe. */
function paste(path: string, width = 25): string {
  const line = (attributes: string) => `<path d="${path}" ${attributes}/>`;
  return `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${line(`transform="translate(0 4)" stroke="#a55b00" stroke-opacity=".35" stroke-width="${width}"`)}${line(`stroke="#fff" stroke-width="${width}"`)}${line(`stroke="var(--primary)" stroke-width="${width * 0.26}"`)}</g>`;
}

function arm(sleeve: string, [x, y]: [number, number], attributes = ''): string {
  return `<g ${attributes}><path d="${sleeve}" fill="none" stroke="var(--ink)" stroke-width="13" stroke-linecap="round"/><circle cx="${x}" cy="${y}" r="17" fill="#fff" stroke="var(--ink)" stroke-width="5"/></g>`;
}

function eye(x: number, y: number, [dx, dy]: [number, number] = [-4, -9]): string {
  return `<ellipse cx="${x}" cy="${y}" rx="12" ry="20" fill="var(--ink)"/><circle cx="${x + dx}" cy="${y + dy}" r="5" fill="#fff"/>`;
}

function line(path: string, width = 10): string {
  return `<path d="${path}" fill="none" stroke="var(--ink)" stroke-width="${width}" stroke-linecap="round"/>`;
}

function star(x: number, y: number, size: number, colour: string): string {
  return `<path transform="translate(${x} ${y}) scale(${size})" d="M0-12Q1.5-1.5 12 0 1.5 1.5 0 12-1.5 1.5-12 0-1.5-1.5 0-12Z" fill="${colour}"/>`;
}

const receipt =
  '<path d="M6 8q0-6 6-6h76q6 0 6 6v122l-11-9-11 9-11-9-11 9-11-9-11 9-11-9-11 9Z" fill="#fff"/><g stroke-width="6" stroke-linecap="round"><path d="M20 22h60M20 84h22m26 0h12" stroke="var(--ink)"/><path d="M20 40h36m16 0h8M20 52h30m22 0h8M20 64h40m12 0h8" stroke="#b9c9cc"/></g>';

const smile = 'M102 178c16 48 100 48 116 0';

const pencil =
  '<path d="M-30-9h80V9h-80Z" fill="var(--primary)"/><path d="M-30-9h80v6h-80Z" fill="#fff" fill-opacity=".35"/><path d="M50-9h10q8 0 8 9t-8 9H50Z" fill="#ff7a3d"/><path d="M-30-9-56 0l26 9Z" fill="#ffe2b0"/><path d="M-46-3.5-56 0l10 3.5Z" fill="var(--ink)"/>';

const phone =
  '<rect width="74" height="116" rx="14" fill="var(--ink)"/><rect x="7" y="9" width="60" height="90" rx="7" fill="var(--primary)"/><circle cx="37" cy="107" r="4" fill="#fff"/>';

const tick =
  '<circle r="26" fill="var(--strong)" stroke="#fff" stroke-width="5"/><path d="m-11 0 8 9 14-17" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>';

const cap =
  'M66 112C66 34 146-4 206 30c36 20 46 42 84 46-2 30-26 38-44 34l12 26C200 96 130 92 66 112Z';

const poses: Readonly<Record<MascotPose, Pose>> = {
  acena: {
    face: `<g class="eye">${eye(122, 128)}</g>${line('M180 132q18-26 36 0', 11)}${paste(smile)}`,
    arms:
      arm('M70 186q-30 10-32 40', [38, 236]) +
      arm('M248 136q32-16 34-56', [283, 70], 'class="hand"') +
      line('M304 42q10 12 8 28M262 40q-10 10-10 22', 6),
    motion:
      '.hand{transform-origin:248px 136px;animation:hand .7s ease-in-out 3 alternate}@keyframes hand{to{transform:rotate(14deg)}}.eye{transform-origin:122px 130px;animation:blink .24s 1.6s 2}@keyframes blink{50%{transform:scaleY(.1)}}',
  },
  lista: {
    face: `<g class="look">${eye(120, 128, [-3, 8])}${eye(196, 128, [-3, 8])}</g>${line('M104 96q14-8 30-4m48 0q16-4 28 4', 8)}${paste('M128 184c12 18 52 18 64 0', 20)}`,
    before: `<g transform="translate(74 196) rotate(-5 50 50) scale(1.05 .72)"><path d="M2 4h98v124H2Z" fill="var(--ink)" fill-opacity=".16"/>${receipt}</g><g class="pencil"><g transform="translate(212 214) rotate(-42)">${pencil}</g></g>`,
    arms: arm('M68 184q-18 34 4 52', [76, 244]) + arm('M250 182q22 34-28 34', [218, 212]),
    motion:
      '.pencil{animation:write .5s ease-in-out 6 alternate}@keyframes write{from{transform:translate(-8px,2px)}}.look{animation:look 1.2s ease-in-out 3 alternate}@keyframes look{60%,to{transform:translateX(5px)}}',
  },
  comemora: {
    behind:
      star(34, 128, 1.5, 'var(--primary)') +
      star(290, 140, 1.5, 'var(--strong)') +
      '<g stroke-width="9" stroke-linecap="round"><path d="M98 22l-8-14M8 88l-1 .1M250 18l4 10" stroke="var(--primary)"/><path d="M222 24l10-14M70 40l-10-6" stroke="var(--strong)"/><path d="M160 30V14M302 92l10-6" stroke="#f09a00"/></g>',
    face:
      line('M102 136q18-28 36 0m44 0q18-28 36 0', 11) +
      '<path d="M104 166h112q-4 62-56 62t-56-62Z" fill="var(--ink)"/><path d="M132 210q28-22 56 0-12 18-28 18t-28-18Z" fill="#ff7a3d"/>' +
      paste('M106 168c20 14 88 14 108 0', 22),
    arms:
      arm('M72 122q-34-22-36-62', [36, 50], 'class="left"') +
      arm('M248 122q34-22 36-62', [284, 50], 'class="right"'),
    motion:
      '.left,.right{animation:cheer .35s ease-in-out 6 alternate;transform-origin:72px 122px}.right{transform-origin:248px 122px}@keyframes cheer{to{transform:translateY(-7px)}}.body{transform-origin:160px 286px;animation:hop .35s ease-out 6 alternate}@keyframes hop{from{transform:scale(1.03,.96)}to{transform:translateY(-12px)}}',
  },
  dorme: {
    legs: false,
    behind:
      '<ellipse cx="160" cy="289" rx="156" ry="9" fill="var(--ink)" fill-opacity=".14"/><path d="M14 150h24v142H14Zm268 0h24v142h-24Z" fill="#a55b00"/><circle cx="26" cy="146" r="16" fill="#c87800"/><circle cx="294" cy="146" r="16" fill="#c87800"/><path d="M30 262v-72q0-60 60-60h140q60 0 60 60v72Z" fill="#c87800"/><path d="M42 262v-68q0-52 52-52h132q52 0 52 52v68Z" fill="#d98300"/><path d="M44 246q-10-46 6-70 110-22 220 0 16 24 6 70Z" fill="#fff"/><path d="M50 182q8 30 4 56m216-56q-8 30-4 56" fill="none" stroke="var(--line)" stroke-width="4" stroke-linecap="round"/>',
    face:
      line('M102 140q18 16 36 0m44 0q18 16 36 0', 10) +
      paste('M134 186c10 18 42 18 52 0', 21) +
      `<clipPath id="cap"><path d="${cap}"/></clipPath><path d="${cap}" fill="var(--strong)"/><path clip-path="url(#cap)" d="M98 20q34 40 32 90M152 8q36 44 36 100m22-84q30 30 34 84" fill="none" stroke="var(--primary)" stroke-width="15"/><path d="M68 108c56-20 132-16 184 10" fill="none" stroke="#fff" stroke-width="25" stroke-linecap="round"/><circle cx="288" cy="90" r="18" fill="#fff" stroke="var(--line)" stroke-width="3"/>`,
    before:
      '<path d="M8 252q0-30 152-30t152 30v20q0 12-12 12H20q-12 0-12-12Z" fill="var(--strong)"/><path d="M60 236l-14 48m60-54-8 54m62-56v56m54-54 8 54m38-48 14 48" stroke="var(--primary)" stroke-width="8" stroke-opacity=".7"/><path d="M14 250q22-26 146-26t146 26" fill="none" stroke="#fff" stroke-width="20" stroke-linecap="round"/>',
    arms: `<g class="sleep" fill="none" stroke="var(--strong)" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"><path d="M34 58h22l-22 26h22"/><path d="M10 18h15L10 36h15" stroke-width="6"/></g>`,
    motion:
      '.sleep{animation:sleep 1.6s ease-in-out 3 alternate}@keyframes sleep{from{opacity:.3;transform:translate(4px,8px)}}',
  },
  duvida: {
    behind: `<g class="mark" fill="none" stroke="var(--ink)" stroke-width="13" stroke-linecap="round"><path d="M256 44q2-22 22-22t22 18q0 14-20 20v10m0 20v.1"/></g>`,
    face:
      `<g class="look">${eye(126, 130, [5, -10])}${eye(194, 130, [5, -10])}</g>` +
      line('M106 98q16-10 32-2m44-10q18-10 32 4', 9) +
      paste('M112 208c22-34 74-34 96-4'),
    arms: arm('M72 190q-36 2-40 38', [32, 240]) + arm('M248 196q24 46-24 48', [216, 240]),
    motion:
      '.mark{transform-origin:272px 104px;animation:sway .8s ease-in-out 5 alternate}@keyframes sway{from{transform:rotate(-7deg)}to{transform:rotate(7deg)}}.look{animation:look 1.2s ease-in-out 3 alternate}@keyframes look{60%,to{transform:translateX(-8px)}}',
  },
  fotografa: {
    face: `${line('M104 132q16-24 34 0', 11)}${eye(192, 126, [5, -6])}${line('M176 92q16-8 32 2', 9)}${paste('M92 176c10 36 62 44 88 26', 22)}`,
    before: `<g transform="translate(196 140) rotate(9)">${phone}<g transform="translate(18 20) scale(.38)">${receipt}</g><path d="M14 30V22q0-6 6-6h6m22 0h6q6 0 6 6v8m0 44v8q0 6-6 6h-6m-22 0h-6q-6 0-6-6v-8" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/></g>`,
    behind: `<g class="flash">${star(288, 92, 2.2, '#fff')}${star(306, 140, 1.1, 'var(--accent)')}</g>`,
    arms: arm('M70 186q-34 6-34 40', [38, 234]) + arm('M244 186q26 34-6 66', [222, 248]),
    motion:
      '.flash{transform-origin:288px 92px;animation:flash .5s ease-out 3 alternate}@keyframes flash{from{opacity:0;transform:scale(.3)}}',
  },
  le: {
    face:
      '<g fill="#fff" fill-opacity=".7" stroke="var(--ink)" stroke-width="8"><circle cx="120" cy="132" r="31"/><circle cx="200" cy="132" r="31"/></g>' +
      line('M151 128q9-8 18 0M89 126l-14-6m156 6 14-6', 8) +
      '<g class="read" fill="var(--ink)"><ellipse cx="124" cy="142" rx="9" ry="13"/><ellipse cx="196" cy="142" rx="9" ry="13"/></g>' +
      line('M104 88q14-8 28-4m56 0q14-4 28 4', 8) +
      paste('M130 182c10 16 50 16 60 0', 18),
    before: `<g transform="translate(98 196) rotate(-3 60 40) scale(1.24 .72)"><path d="M2 4h98v124H2Z" fill="var(--ink)" fill-opacity=".16"/>${receipt}</g>`,
    arms: arm('M70 184q-14 40 22 46', [98, 234]) + arm('M250 184q14 40-22 46', [222, 234]),
    motion:
      '.read{animation:read 1.1s 4}@keyframes read{from{transform:translateX(-14px)}85%{transform:translateX(8px)}to{transform:translateX(-14px)}}',
  },
  repete: {
    face: `<g class="look">${eye(126, 128, [-6, -6])}${eye(194, 128, [-6, -6])}</g>${line('M106 96q16-12 32-4m44 0q18-8 32 4', 9)}${paste('M120 184c18 26 62 26 80 0', 22)}`,
    before: `<g transform="translate(6 128) rotate(-8 45 60) scale(.84 .9)">${receipt}</g><g transform="translate(230 128) rotate(8 45 60) scale(.84 .9)">${receipt}</g><g transform="translate(52 128) scale(.9)">${tick}</g>`,
    arms: arm('M76 196q-14 26-20 34', [46, 240]) + arm('M244 196q14 26 20 34', [274, 240]),
    motion:
      '.look{animation:look 1s ease-in-out 5 alternate}@keyframes look{60%,to{transform:translateX(12px)}}',
  },
};

const magnifier =
  '<circle cx="146" cy="132" r="84" fill="var(--disc)" stroke="var(--primary)" stroke-width="20"/><path d="M210 198l62 62" stroke="var(--ink)" stroke-width="30" stroke-linecap="round"/>';

const twoReceipts = `<circle cx="160" cy="150" r="132" fill="var(--disc)"/><g transform="translate(50 66) scale(1.2)">${receipt}</g><g transform="translate(156 84) scale(1.2)">${receipt}</g><g transform="translate(76 84)">${tick}</g>`;

const ticket =
  '<path d="M64 84h192q16 0 16 16v26a24 24 0 0 0 0 48v26q0 16-16 16H64q-16 0-16-16v-26a24 24 0 0 0 0-48v-26q0-16 16-16Z" fill="var(--accent)"/><path d="M108 98v104" stroke="var(--on-accent)" stroke-opacity=".7" stroke-width="5" stroke-dasharray="7 10"/>';

/** Drawn in place of the mascot for a brand that has none. */
const things: Readonly<Record<MascotPose, string>> = {
  acena: `<g transform="rotate(-8 160 150)">${ticket}${star(188, 150, 3.2, 'var(--on-accent)')}</g>${star(36, 78, 2, 'var(--strong)')}${star(286, 232, 1.4, 'var(--strong)')}`,
  lista: `<circle cx="150" cy="150" r="132" fill="var(--disc)"/><g transform="translate(66 44) scale(1.6)">${receipt}</g><g transform="translate(196 176) rotate(-42) scale(1.3)">${pencil}</g>`,
  comemora: `<circle cx="160" cy="156" r="138" fill="var(--disc)"/><g transform="translate(37 46) scale(.77)"><path d="M160 112C112 116 72 104 80 70c8-32 66-24 80 42 14-66 72-74 80-42 8 34-32 46-80 42Z" fill="none" stroke="var(--ink)" stroke-width="20" stroke-linejoin="round"/><path d="M56 142h208v112q0 20-20 20H76q-20 0-20-20Z" fill="var(--accent)"/><rect x="38" y="108" width="244" height="60" rx="16" fill="var(--accent)"/><path d="M56 168h208v16H56Z" opacity=".2"/><path d="M137 108h46v166h-46Z" fill="var(--ink)"/></g>${star(40, 54, 2.2, 'var(--primary)')}${star(290, 60, 1.8, 'var(--strong)')}`,
  dorme: `<rect x="56" y="52" width="208" height="204" rx="26" fill="#fff" stroke="var(--ink)" stroke-width="12"/><path d="M62 110V78q0-20 20-20h156q20 0 20 20v32Z" fill="var(--primary)"/><path d="M110 34v40m100-40v40" stroke="var(--ink)" stroke-width="16" stroke-linecap="round"/>${star(160, 178, 4.4, 'var(--accent)')}`,
  duvida: `${magnifier}<path d="M112 108q4-34 36-34t36 32q0 24-34 38v14m0 34v.1" fill="none" stroke="var(--strong)" stroke-width="18" stroke-linecap="round"/>`,
  fotografa: `<circle cx="160" cy="150" r="132" fill="var(--disc)"/><g transform="translate(82 26) scale(2.1)">${phone}<g transform="translate(18 20) scale(.38)">${receipt}</g></g>`,
  le: `<circle cx="150" cy="150" r="132" fill="var(--disc)"/><g transform="translate(66 44) scale(1.6)">${receipt}</g><g transform="translate(124 110) scale(.66)">${magnifier}</g>`,
  repete: twoReceipts,
};
