/** What a widget tells its page; never anything that was typed. */
export interface WidgetEvents {
  ready: Record<string, never>;
  /** Pixels. */
  resize: { height: number };
  submit: { form: string };
  success: { form: string };
  error: { form?: string; code?: string };
  /** The person goes on at this page of the campaign's site. */
  handoff: { url: string };
}

/** Tells the page, by `promo:{type}` from the widget's element. */
export function announce<Type extends keyof WidgetEvents>(
  element: Element,
  type: Type,
  detail: WidgetEvents[Type],
): void {
  element.dispatchEvent(
    new CustomEvent(`promo:${type}`, { bubbles: true, composed: true, detail }),
  );
}
