import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { contrast, mix } from '../../campaign/colour.ts';
import { deriveTheme } from '../../campaign/theme.ts';
import type { Palette } from '../../contract/hotsite.ts';
import { emailPicturePath } from '../../paths.ts';
import {
  type EmailContent,
  type EmailFacts,
  type EmailPart,
  type Footer,
  footerOf,
} from './common-texts.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/**
 * Styles are inline, since some mail programs drop style sheets; what only newer ones support
 * (dark colours, narrow screens) is in a style sheet. Outlook pads only tables.
 */
export async function emailHtml(content: EmailContent, facts: EmailFacts): Promise<string> {
  const { palette } = facts.snapshot.hotsite.theme;
  const colours = lightColours(palette);
  const picture = absoluteUrl(emailPicturePath(content.pose ?? 'acena'), facts.siteUrl);
  const parts = content.parts.map((part) => partHtml(part, colours, facts.siteUrl));
  const document = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${content.subject}</title>
<style>${raw(styleSheet(darkColours(palette)))}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${colours.page};color:${colours.text}">
<div style="display:none;max-height:0;overflow:hidden">${content.preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${colours.page}"><tr><td align="center" class="outer" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:${colours.card};border-radius:16px;overflow:hidden;font-family:${raw(fonts)};font-size:16px;line-height:1.5">
<tr><td align="center" bgcolor="${colours.band}" style="padding:0;background:${colours.band};color:${colours.onBand};font-size:26px;line-height:84px;font-weight:900;letter-spacing:-.02em"><img src="${picture}" width="560" height="168" alt="${facts.snapshot.campaign.name}" style="display:block;width:100%;max-width:560px;height:auto;border:0"></td></tr>
<tr><td class="body text" style="padding:28px;color:${colours.text};text-align:left">
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.2;letter-spacing:-.01em;text-wrap:balance">${content.title}</h1>
${parts}
</td></tr>
<tr><td class="body mute line" style="padding:20px 28px;border-top:1px solid ${colours.line};color:${colours.mute};font-size:13px;text-align:left">${footerHtml(footerOf(content, facts), colours)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
  return String(await document);
}

export interface UnsubscribePage {
  title: string;
  text: string;
  hasButton?: boolean;
}

export async function unsubscribeHtml(
  { title, text, hasButton = false }: UnsubscribePage,
  { snapshot: { campaign, hotsite }, siteUrl }: Pick<EmailFacts, 'snapshot' | 'siteUrl'>,
): Promise<string> {
  const colours = lightColours(hotsite.theme.palette);
  const document = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} | ${campaign.name}</title>
</head>
<body style="margin:0;padding:24px 12px;background:${colours.page};color:${colours.text};font:18px/1.5 system-ui,sans-serif">
<main style="max-width:480px;margin:0 auto;padding:28px;border-radius:16px;background:${colours.card}">
<p style="margin:0 0 16px"><a href="${siteUrl}" style="color:${colours.link}">${campaign.name}</a></p>
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.25">${title}</h1>
<p style="margin:0 0 16px">${text}</p>
${hasButton ? html`<form method="post"><button style="padding:14px 28px;border:0;border-radius:999px;background:${colours.button};color:${colours.onButton};font:inherit;font-weight:700;cursor:pointer">Parar de receber</button></form>` : ''}
</main>
</body>
</html>
`;
  return String(await document);
}

const fonts = "system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

function styleSheet(dark: EmailColours): string {
  return `
a{overflow-wrap:anywhere}
@media (max-width:480px){.outer{padding:0!important}.card{border-radius:0!important}.body{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){
.page{background:${dark.page}!important}
.card{background:${dark.card}!important}
.text{color:${dark.text}!important}
.mute{color:${dark.mute}!important}
.line{border-color:${dark.line}!important}
.box{background:${dark.box}!important;color:${dark.text}!important}
.link{color:${dark.link}!important}
}`;
}

const paragraph = 'margin:0 0 16px';

function partHtml(part: EmailPart, colours: EmailColours, siteUrl: string): Html {
  switch (part.type) {
    case 'text':
      return part.text ? html`<p style="${paragraph}">${part.text}</p>` : html``;
    case 'figure':
      return box(
        colours,
        html`${label(part.label)}<div style="font-size:22px;line-height:1.3;font-weight:700;overflow-wrap:anywhere">${part.text}</div>`,
      );
    case 'prize':
      return panel(
        `padding:24px 18px;border-radius:16px;background:${colours.button};color:${colours.onButton};text-align:center`,
        html`${label(part.label)}<div style="font-size:28px;line-height:1.2;font-weight:900;letter-spacing:-.02em;overflow-wrap:break-word;text-wrap:balance">${part.text}</div>${part.number ? html`<div style="margin:18px 0 4px;padding-top:16px;border-top:2px dashed ${colours.buttonEdge};font-size:14px">Número sorteado</div>${ticket(part.number, colours, 22)}` : ''}`,
      );
    case 'quote':
      return box(colours, html`${label(part.label)}<div>${part.text}</div>`);
    case 'numbers':
      return box(
        colours,
        html`${label(part.label)}<div style="margin-top:8px">${part.numbers.map((number) => html`${ticket(number, colours, 15)} `)}</div>${part.more > 0 ? html`<div>e mais ${String(part.more)} em Minhas notas</div>` : ''}`,
      );
    case 'steps':
      return html`<h2 style="margin:8px 0;font-size:17px">${part.label}</h2><ol style="margin:0 0 16px;padding-left:24px">${part.steps.map((step) => html`<li style="margin-bottom:6px">${typeof step === 'string' ? step : html`<b>${step.title}</b> ${step.text}`}</li>`)}</ol>`;
    case 'button':
      return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td bgcolor="${colours.button}" style="border-radius:999px;border-bottom:4px solid ${colours.buttonEdge};background:${colours.button};mso-padding-alt:14px 28px"><a href="${absoluteUrl(part.path, siteUrl)}" style="display:inline-block;padding:14px 28px;color:${colours.onButton};font-weight:700;text-decoration:none">${part.label}</a></td></tr></table>`;
    case 'link':
      return html`<p style="${paragraph}"><a class="link" href="${absoluteUrl(part.path, siteUrl)}" style="color:${colours.link}">${part.label}</a></p>`;
    case 'exact':
      return html`<h2 style="margin:24px 0 8px;font-size:17px">${part.label}</h2><p style="${paragraph}">${part.explanation}</p>${box(colours, html`<pre style="margin:0;font:13px/1.5 ui-monospace,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere">${part.text}</pre>`)}`;
  }
}

function box(colours: EmailColours, inside: Html): Html {
  return panel(
    `padding:14px 18px;border-radius:12px;background:${colours.box};color:${colours.text}`,
    inside,
    'box',
  );
}

function panel(style: string, inside: Html, name = ''): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;font-size:16px"><tr><td class="${name}" style="${style}">${inside}</td></tr></table>`;
}

function ticket(number: string, { link, card }: EmailColours, size: number): Html {
  return html`<span style="display:inline-block;margin:0 4px 8px 0;padding:5px ${size > 20 ? 12 : 8}px;border-radius:8px;background:${link};color:${card};font-size:${size}px;font-weight:700;letter-spacing:.02em;white-space:nowrap">${number}</span>`;
}

function label(words: string): Html {
  return html`<div style="font-size:14px">${words}</div>`;
}

function footerHtml({ lines, links }: Footer, colours: EmailColours): Html {
  const anchors = links.map(
    ({ label: words, address: href }) =>
      html`<a class="link" href="${href}" style="color:${colours.link};margin-right:16px">${words}</a> `,
  );
  return html`${lines.map((line) => html`<p style="margin:0 0 8px">${line}</p>`)}<p style="margin:0">${anchors}</p>`;
}

export function absoluteUrl(path: string, siteUrl: string): string {
  return new URL(path, siteUrl).href;
}

interface EmailColours {
  page: string;
  card: string;
  text: string;
  mute: string;
  line: string;
  band: string;
  onBand: string;
  box: string;
  link: string;
  button: string;
  onButton: string;
  buttonEdge: string;
}

export function lightColours(palette: Palette): EmailColours {
  const theme = deriveTheme(palette);
  const of = (name: string) => theme[name] ?? palette.ink;
  return {
    page: of('soft'),
    card: palette.surface,
    text: palette.ink,
    mute: of('mute'),
    line: of('line'),
    band: palette.primary,
    onBand: of('on-primary'),
    box: of('gold'),
    link: of('strong'),
    button: palette.accent,
    onButton: of('on-accent'),
    buttonEdge: of('button-edge'),
  };
}

const readable = 4.5;

/** The light colours inverted; a campaign with a dark surface keeps its own. */
export function darkColours(palette: Palette): EmailColours {
  const light = lightColours(palette);
  const isDark = contrast(palette.surface, '#ffffff') > contrast(palette.surface, '#000000');
  if (isDark) return light;
  const card = mix(palette.ink, 0.8, '#000000');
  const text = mix(palette.surface, 0.92, palette.ink);
  const link = [palette.primary, mix(palette.primary, 0.6, '#ffffff')].find(
    (colour) => contrast(colour, card) >= readable,
  );
  return {
    ...light,
    page: mix(palette.ink, 0.5, '#000000'),
    card,
    text,
    mute: mix(palette.surface, 0.72, palette.ink),
    line: mix(palette.surface, 0.2, palette.ink),
    box: mix(palette.surface, 0.1, card),
    link: link ?? text,
  };
}
