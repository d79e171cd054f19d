import { type EmailContent, type EmailFacts, type EmailPart, footerOf } from './content.ts';
import { address } from './html.ts';

export function emailText(content: EmailContent, facts: EmailFacts): string {
  const { lines, links } = footerOf(content, facts);
  return [
    ...content.parts.map((part) => partText(part, facts.siteUrl)).filter(Boolean),
    '-- ',
    [facts.snapshot.campaign.name, ...lines].join('\n'),
    links.map(({ label, address: url }) => `${label}: ${url}`).join('\n'),
    '',
  ].join('\n\n');
}

function partText(part: EmailPart, siteUrl: string): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'figure':
    case 'quote':
      return `${part.label}: ${part.text}`;
    case 'numbers':
      return [
        `${part.label}:`,
        ...part.numbers,
        ...(part.more > 0 ? [`e mais ${part.more} em Minhas notas`] : []),
      ].join('\n');
    case 'steps':
      return [`${part.label}:`, ...part.steps.map((step, index) => `${index + 1}. ${step}`)].join(
        '\n',
      );
    case 'button':
    case 'link':
      return `${part.label}:\n${address(part.path, siteUrl)}`;
    case 'exact':
      return `${part.label}\n${part.explanation}\n\n${part.text}`;
  }
}
