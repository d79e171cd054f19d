import { homePath, profilePath } from '../../paths.ts';
import type { Queries } from '../db/database.ts';
import { type EmailContent, type EmailFacts, greeting, text } from './common-texts.ts';
import type { MailingContent } from './mailings.ts';

type Newsletter = Extract<MailingContent, { kind: 'NEWSLETTER' }>;

/** Null when the reader has withdrawn the consent, which is checked right before sending. */
export async function findNewsletter(
  queries: Queries,
  { mailingId, consumerId }: { mailingId: number; consumerId: number },
): Promise<Newsletter | null> {
  const [row] = await queries.query<Omit<Newsletter, 'kind'>>(
    `select data ->> 'optIn' as "optIn", data ->> 'subject' as subject,
       data -> 'paragraphs' as paragraphs
     from mailings where id = $1 and kind = 'NEWSLETTER' and exists (
       select from consents
       where consumer_id = $2 and code = data ->> 'optIn' and withdrawn_at is null
     )`,
    [mailingId, consumerId],
  );
  return row ? { kind: 'NEWSLETTER', ...row } : null;
}

export function newsletterContent(
  facts: EmailFacts,
  { optIn, subject, paragraphs }: Newsletter,
  unsubscribeUrl: string,
): EmailContent {
  const consent = facts.snapshot.campaign.registerOptins.find(({ code }) => code === optIn);
  return {
    subject,
    preview: paragraphs[0] ?? '',
    title: subject,
    parts: [
      text(greeting(facts)),
      ...paragraphs.map((paragraph) => text(paragraph)),
      { type: 'button', label: 'Ir para a promoção', path: homePath },
      text(
        'Não quer mais receber estas novidades? Basta um clique, e o que importa da sua participação',
        'continua chegando.',
      ),
      { type: 'link', label: 'Não quero mais receber', path: unsubscribeUrl },
      { type: 'link', label: 'Ver tudo o que autorizei', path: profilePath },
    ],
    because: `autorizou (${consent?.name ?? optIn}) ao se cadastrar na promoção`,
  };
}
