import { login } from './login/about.ts';
import { receipts } from './receipts/about.ts';
import { redeem } from './redeem/about.ts';
import { signUp } from './sign-up/about.ts';
import { support } from './support/about.ts';
import { whereToBuy } from './where-to-buy/about.ts';

/** The widgets that take personal data, in a frame of the campaign's site unless asked otherwise. */
export const formWidgets = [signUp, login, receipts, redeem, support] as const;

/** Every widget, as embedders are offered them. */
export const catalogue = [...formWidgets, whereToBuy] as const;
