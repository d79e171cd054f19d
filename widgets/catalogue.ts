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

/**
 * Page of a widget's form, and the pixels that it takes at first, in its frame and in a page; null:
 * it has none.
 */
export function placeOf(widget: (typeof catalogue)[number]) {
  return {
    framePath: 'framePath' in widget ? widget.framePath : null,
    height: widget.height,
    heightInPage: 'heightInPage' in widget ? widget.heightInPage : null,
  };
}
