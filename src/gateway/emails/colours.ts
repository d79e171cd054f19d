import { contrast, mix } from '../../campaign/colour.ts';
import { deriveTheme } from '../../campaign/theme.ts';
import type { Palette } from '../../contract/hotsite.ts';

export interface EmailColours {
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
