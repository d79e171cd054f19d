/** A measured figure: a row of the bench's table. `budgets.json` says by its name what it may be. */
export interface Figure {
  /** What is measured: `Bytes`, `Pages`, `Reading`, `Gateway`, `Growth`, `Start`… */
  readonly area: string;
  readonly name: string;
  readonly value: number;
  /** `B`, `ms`, `s`, `/s`, `MB`, `%`, `x` for a ratio, or empty for a count. */
  readonly unit: string;
  /** How it was got: `median of 5, CPU 4x`. */
  readonly how: string;
}
