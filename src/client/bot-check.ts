import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { GoogleReCaptchaProvider, useGoogleReCaptcha } from 'react-google-recaptcha-v3';
import type { BotAction } from '../contract/endpoint.ts';
import { NetworkError } from './result.ts';

type Execute = (action?: string) => Promise<string>;

const tokenTimeoutMs = 5000;

let ready: Promise<Execute> | undefined;
let discardProvider: (() => void) | undefined;

/** A token of reCAPTCHA v3. @throws NetworkError when the service is not ready in time */
export async function botToken(siteKey: string, action: BotAction): Promise<string> {
  discardProvider?.();
  ready ??= load(siteKey);
  const tokenTimeout = new Promise<never>((_, reject) =>
    setTimeout(
      () => reject(new NetworkError('unavailable', { message: 'Bot check not ready' })),
      tokenTimeoutMs,
    ),
  );
  return Promise.race([ready.then((execute) => execute(action)), tokenTimeout]);
}

function load(siteKey: string): Promise<Execute> {
  const root = createRoot(document.createElement('div'));
  return new Promise((resolve) => {
    // Google's script does not report a failed load, so the call after a timeout loads it again.
    const timer = setTimeout(() => {
      discardProvider = () => {
        root.unmount();
        ready = discardProvider = undefined;
      };
    }, tokenTimeoutMs);
    const onReady = (execute: Execute) => {
      clearTimeout(timer);
      discardProvider = undefined;
      resolve(execute);
    };
    root.render(
      createElement(GoogleReCaptchaProvider, {
        reCaptchaKey: siteKey,
        language: 'pt-BR',
        // biome-ignore lint/correctness/noChildrenProp: the provider's type wants it among the props.
        children: createElement(Bridge, { onReady }),
      }),
    );
  });
}

function Bridge({ onReady }: { onReady: (execute: Execute) => void }) {
  const { executeRecaptcha } = useGoogleReCaptcha();
  useEffect(() => {
    if (executeRecaptcha) onReady(executeRecaptcha);
  }, [executeRecaptcha, onReady]);
  return null;
}
