import type { Palette } from '../contract/hotsite.ts';
import { dayInSaoPaulo, formatDate, instantOf } from '../rules/dates.ts';
import { titleFieldWidth } from './checks/limits-of-values.ts';
import { hexColour } from './colour.ts';
import { unreadablePairs } from './theme.ts';

/** Data before its check: a property may be missing, or have the wrong type. */
type Unchecked = Readonly<Record<string, unknown>>;

const palette: Palette = {
  primary: '#3d5afe',
  accent: '#ffc94d',
  ink: '#171c33',
  surface: '#ffffff',
  success: '#0a7a4b',
  warning: '#8a5a00',
  danger: '#c4242f',
};

const steps = [
  { title: 'Compre', text: 'Leve os produtos participantes e guarde a nota.' },
  { title: 'Envie a nota', text: 'Tire uma foto do cupom fiscal. A leitura é automática.' },
  { title: 'Participe', text: 'O resultado aparece em Minhas notas.' },
];

const promises = [
  'Suas notas e prêmios num só lugar',
  'O resultado aparece ao enviar a nota',
  'Seus dados protegidos, como manda a LGPD',
];

/** Keeps a file's colours, and a palette sent whole; others are dropped if they clash with ours. */
export function withDefaults(value: unknown, { isFile }: { isFile: boolean }): unknown {
  if (!isObject(value) || !isObject(value['campaign'])) return value;
  const hotsite = value['hotsite'] ?? {};
  if (!isObject(hotsite)) return value;
  const filled = merged(hotsiteDefaults(value['campaign'], hotsite, value['prizes']), hotsite);
  const keepsColours = isFile || hasWholePalette(hotsite);
  return { ...value, hotsite: isObject(filled) && !keepsColours ? withLegible(filled) : filled };
}

function hotsiteDefaults(campaign: Unchecked, hotsite: Unchecked, prizes: unknown): Unchecked {
  const name = textOrDefault(campaign['name'], 'Promoção');
  const header = isObject(hotsite['header']) ? hotsite['header'] : {};
  const brand = textOrDefault(header['brand'], name);
  const period = periodOf(campaign);
  const allOn = { enabled: true, newPageEnabled: true };
  return {
    status: 'PUBLISHED',
    theme: { palette },
    header: { brand, links: linksOf(hotsite, prizes) },
    footer: { summary: `${name}. ${period} Guarde o cupom fiscal e consulte o regulamento.` },
    cookiesPolicy: { rejectEnabled: true, days: 31 },
    login: allOn,
    registration: allOn,
    pages: {
      home: {
        eyebrow: brand === name ? 'Promoção' : `Promoção ${brand}`,
        title: titleOf(name),
        lead: textOrDefault(campaign['description'], 'Compre, envie a nota e participe.'),
        validity: period,
        steps,
        productSeal: 'Acelera',
        prizesTitle: 'Prêmios',
        prizes: [],
        signUp: { title: 'Faça seu cadastro', promises },
        retailers: [],
      },
      ...(givesBonus(campaign['engines']) && {
        accelerator: {
          question: 'Sua compra inclui o produto acelerador?',
          label: 'Produto acelerador',
          extras: 'Números extras',
        },
      }),
    },
    engineTexts: {},
  };
}

/** @param value the unchecked engines, or a part of them */
function givesBonus(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(givesBonus);
  if (!isObject(value)) return false;
  return Boolean(value['bonusGeneratorQty']) || [value['details'], value['rules']].some(givesBonus);
}

function periodOf({ startsAt, endsAt }: Unchecked): string {
  const days = [startsAt, endsAt].map((moment) => instantOf(String(moment)));
  if (days.some((day) => Number.isNaN(day.getTime()))) return '';
  const [first = '', last = ''] = days.map((day) => formatDate(dayInSaoPaulo(day)));
  return `De ${first} a ${last}.`;
}

function linksOf({ pages }: Unchecked, prizes: unknown): { label: string; url: string }[] {
  const home = isObject(pages) && isObject(pages['home']) ? pages['home'] : {};
  const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0;
  return [
    { label: 'HOME', url: '/' },
    { label: 'COMO PARTICIPAR', url: '/#como-participar' },
    ...(isFilled(prizes) ? [{ label: 'PREMIAÇÃO', url: '/#premiacao' }] : []),
    { label: 'PRODUTOS PARTICIPANTES', url: '/#produtos-participantes' },
    ...(isFilled(home['retailers']) ? [{ label: 'ONDE COMPRAR', url: '/#onde-comprar' }] : []),
  ];
}

const averageLetterWidth = 66;

function titleOf(name: string) {
  const words = name.split(/\s+/);
  const cuts = words.map((_, at) => [words.slice(0, at).join(' '), words.slice(at).join(' ')]);
  const longest = (lines: string[]) => Math.max(...lines.map(({ length }) => length));
  const [best = []] = cuts.toSorted((a, b) => longest(a) - longest(b));
  return best.filter(Boolean).map((text) => {
    const width = Math.min(titleFieldWidth - 28, text.length * averageLetterWidth);
    return { text, left: Math.round((titleFieldWidth - width) / 2), width };
  });
}

function coloursOf({ theme }: Unchecked): Unchecked | null {
  const colours = isObject(theme) ? theme['palette'] : null;
  return isObject(colours) ? colours : null;
}

function hasWholePalette(hotsite: Unchecked): boolean {
  const colours = coloursOf(hotsite);
  return Object.keys(palette).every((name) => colours?.[name]);
}

/** If a pair of colours is illegible, keeps only the primary one and uses defaults for the rest. */
function withLegible(hotsite: Unchecked): Unchecked {
  const { theme } = hotsite;
  const colours = coloursOf(hotsite);
  const areColours = Object.keys(palette).every((name) => hexColour.test(String(colours?.[name])));
  if (!isObject(theme) || !colours || !areColours) return hotsite;
  if (unreadablePairs(colours as Palette).length === 0) return hotsite;
  const primary = { ...palette, primary: String(colours['primary']) };
  const legible = unreadablePairs(primary).length === 0 ? primary : palette;
  return { ...hotsite, theme: { ...theme, palette: legible } };
}

/** Fills in missing members at any depth; lists are taken as they are. */
function merged(fallback: unknown, value: unknown): unknown {
  if (value === undefined || value === null) return fallback ?? value;
  if (!isObject(fallback) || !isObject(value)) return value;
  const names = new Set([...Object.keys(fallback), ...Object.keys(value)]);
  return Object.fromEntries([...names].map((name) => [name, merged(fallback[name], value[name])]));
}

function textOrDefault(value: unknown, fallback: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value : fallback;
}

/** Neither null nor a list. */
export function isObject(value: unknown): value is Unchecked {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
