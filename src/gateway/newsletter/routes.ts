import { withdrawConsents } from '../consumers/consents.ts';
import { readUnsubscribeLink, unsubscribeRoute } from '../emails/email-links.ts';
import { type UnsubscribePage, unsubscribeHtml } from '../emails/html.ts';
import type { Gateway } from '../gateway.ts';
import { limitAddress } from '../http/rate-limit.ts';
import type { App } from '../http/route.ts';

const newsletterLimit = { address: { calls: 600, seconds: 60 } };

/**
 * RFC 8058: a mailbox unsubscribes its reader by one POST. Opening the link changes nothing, since
 * scanners of emails open links too: it shows a page with a button.
 */
export function unsubscribeRoutes(app: App, gateway: Gateway): void {
  const { database, now } = gateway;

  app.get(unsubscribeRoute, async (context) => {
    const consent = await readUnsubscribeLink(database, context.req.param());
    if (!consent) return page(gateway, wrongLink);
    return page(gateway, {
      title: 'Parar de receber novidades?',
      text: 'Um clique e você deixa de receber as novidades da promoção por e-mail.',
      hasButton: true,
    });
  });

  app.post(unsubscribeRoute, async (context) => {
    const { address } = context.env;
    if (await limitAddress(gateway, 'POST unsubscribe', address, newsletterLimit)) {
      return page(gateway, {
        status: 429,
        title: 'Muitos pedidos agora',
        text: 'Tente de novo em um minuto.',
      });
    }
    const consent = await readUnsubscribeLink(database, context.req.param());
    if (!consent) return page(gateway, wrongLink);
    await withdrawConsents(database, { ...consent, now: now() });
    return page(gateway, {
      title: 'Pronto!',
      text: 'Você não recebe mais novidades. Sobre a sua participação, continuamos avisando.',
    });
  });
}

const wrongLink = {
  status: 404,
  title: 'Este link está incompleto',
  text: 'Abra de novo o link do e-mail. Você também pode parar de receber em Perfil, no site da promoção.',
};

async function page(
  gateway: Gateway,
  { status = 200, ...content }: UnsubscribePage & { status?: number },
): Promise<Response> {
  const { snapshot, settings } = gateway;
  return new Response(await unsubscribeHtml(content, { snapshot, siteUrl: settings.siteUrl }), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'cache-control': 'private, no-store',
    },
  });
}
