import { html } from 'hono/html';
import { withdrawConsents } from '../consumers/consents.ts';
import { readUnsubscribeLink, unsubscribeRoute } from '../emails/email-links.ts';
import { lightColours } from '../emails/html.ts';
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

interface PageContent {
  status?: number;
  title: string;
  text: string;
  hasButton?: boolean;
}

const wrongLink: PageContent = {
  status: 404,
  title: 'Este link não vale mais',
  text: 'Confira se copiou inteiro.',
};

async function page(
  { snapshot: { campaign, hotsite }, settings }: Gateway,
  { status = 200, title, text, hasButton = false }: PageContent,
): Promise<Response> {
  const {
    page: field,
    card,
    text: ink,
    link,
    button,
    onButton,
  } = lightColours(hotsite.theme.palette);
  const document = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} | ${campaign.name}</title>
</head>
<body style="margin:0;padding:24px 12px;background:${field};color:${ink};font:18px/1.5 system-ui,sans-serif">
<main style="max-width:480px;margin:0 auto;padding:28px;border-radius:16px;background:${card}">
<p style="margin:0 0 16px"><a href="${settings.siteUrl}" style="color:${link}">${campaign.name}</a></p>
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.25">${title}</h1>
<p style="margin:0 0 16px">${text}</p>
${hasButton ? html`<form method="post"><button style="padding:14px 28px;border:0;border-radius:999px;background:${button};color:${onButton};font:inherit;font-weight:700;cursor:pointer">Parar de receber</button></form>` : ''}
</main>
</body>
</html>
`;
  return new Response(String(await document), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'cache-control': 'private, no-store',
    },
  });
}
