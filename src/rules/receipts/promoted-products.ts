import type { ProductId } from './receipt-fields.ts';

interface BoughtItem {
  readonly code?: string | null | undefined;
  readonly description: string;
  readonly quantity?: number | null | undefined;
}

interface PromotedProduct {
  readonly id: ProductId;
  readonly bonusGenerator: boolean;
  readonly ean?: string | null | undefined;
  readonly codes?: readonly string[] | null | undefined;
  readonly receiptWords?: readonly string[] | null | undefined;
}

interface FoundProduct<Product, Item> {
  product: Product;
  item: Item;
}

/** By bar code or the words of `receiptWords`; each line counts for one product at most. */
export function promotedAmong<Product extends PromotedProduct, Item extends BoughtItem>(
  items: readonly Item[],
  products: readonly Product[],
): FoundProduct<Product, Item>[] {
  return items.flatMap((item) => {
    const product =
      products.find((candidate) => hasCode(candidate, item)) ??
      products.find((candidate) => isWorded(candidate, item));
    return product ? [{ product, item }] : [];
  });
}

export function hasAccelerator(
  items: readonly BoughtItem[],
  products: readonly PromotedProduct[],
): boolean {
  return promotedAmong(items, products).some(({ product }) => product.bonusGenerator);
}

/** Where no product beside the accelerator has a code or words, every purchase counts. */
export function holdsNoPromoted(
  items: readonly BoughtItem[],
  products: readonly PromotedProduct[],
): boolean {
  const isRecognisable = ({ bonusGenerator, ean, codes, receiptWords }: PromotedProduct) =>
    !bonusGenerator && [ean ?? '', ...(codes ?? []), ...(receiptWords ?? [])].some(Boolean);
  return products.some(isRecognisable) && promotedAmong(items, products).length === 0;
}

/** The bought items hold no promoted product, or not the accelerator that the sender named. */
export function isProductMissing(
  lines: readonly { bonusGenerator: boolean }[],
  { items }: { items: readonly BoughtItem[] },
  products: readonly PromotedProduct[],
): boolean {
  const isClaimed = lines.some(({ bonusGenerator }) => bonusGenerator);
  return (isClaimed && !hasAccelerator(items, products)) || holdsNoPromoted(items, products);
}

/** As 14 digits. Shops also print codes of their own, so length and check digit must be valid. */
export function gtinOf(code: string): string | null {
  const digits = code.trim();
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null;
  const gtin = digits.padStart(14, '0');
  const sum = Array.from(gtin.slice(0, 13)).reduce(
    (total, digit, position) => total + Number(digit) * (position % 2 === 0 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(gtin[13]) && sum > 0 ? gtin : null;
}

function hasCode({ ean, codes }: PromotedProduct, { code }: BoughtItem): boolean {
  const bought = gtinOf(code ?? '');
  return (
    bought !== null &&
    [ean ?? '', ...(codes ?? [])].some((candidate) => gtinOf(candidate) === bought)
  );
}

function isWorded({ receiptWords }: PromotedProduct, { description }: BoughtItem): boolean {
  const printedWords = wordsOf(description);
  return (receiptWords ?? []).some((phrase) => matches(phrase, printedWords));
}

/** `DENT BRISAL -ESC`: the line has every word, and none of those after a minus. */
function matches(phrase: string, printedWords: readonly string[]): boolean {
  const parts = phrase.split(/\s+/).filter((part) => part !== '');
  const isPrinted = (part: string) =>
    wordsOf(part).every((word) => printedWords.some((candidate) => isShortFor(candidate, word)));
  const requiredParts = parts.filter((part) => !part.startsWith('-') && wordsOf(part).length > 0);
  const unwanted = parts.filter((part) => part.startsWith('-') && wordsOf(part).length > 0);
  return requiredParts.length > 0 && requiredParts.every(isPrinted) && !unwanted.some(isPrinted);
}

/** A shorter abbreviation would match too many words. */
const minPrefixLength = 3;

/** CARVAO may be printed as CARV, and CARV in the campaign's data stands for CARVAO. */
function isShortFor(printed: string, word: string): boolean {
  return (
    printed.startsWith(word) || (printed.length >= minPrefixLength && word.startsWith(printed))
  );
}

/** Upper case without accents, split at other signs and between letters and digits (CARV90G). */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/(?<=[A-Z])(?=\d)/g, ' ')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
}
