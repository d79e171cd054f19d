/** How much of a winner's name everybody may read, as the rules of the campaign have it agreed to. */
export type WinnerNames = 'FULL' | 'INITIALS';

/** Particles of a Portuguese name, which get no initial. */
const particles = ['da', 'das', 'de', 'do', 'dos', 'e'];

/** The name whole, or the first one with the initials of the others: Ana M. S. */
export function publicName(name: string, names: WinnerNames): string {
  if (names === 'FULL') return name;
  const [first = '', ...others] = name.split(/\s+/);
  const initials = others
    .filter((part) => !particles.includes(part.toLowerCase()))
    .map((part) => `${[...part][0]}.`);
  return [first, ...initials].join(' ');
}
