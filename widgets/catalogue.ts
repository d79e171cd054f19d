import { login } from './login/config.ts';
import { receipts } from './receipts/config.ts';
import { redeem } from './redeem/config.ts';
import { signUp } from './sign-up/config.ts';
import { support } from './support/config.ts';
import { whereToBuy } from './where-to-buy/config.ts';

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
