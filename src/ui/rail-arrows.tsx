/** The two buttons beside a row of cards; at an end of the row its button is hidden. */
export function RailArrows({
  previous,
  next,
  onMove,
}: {
  previous: boolean;
  next: boolean;
  onMove: (step: 1 | -1) => void;
}) {
  return (
    <span className="rail-arrows">
      <Arrow label="Anterior" hidden={!previous} onPress={() => onMove(-1)} />
      <Arrow label="Próximo" hidden={!next} onPress={() => onMove(1)} />
    </span>
  );
}

function Arrow({
  label,
  hidden,
  onPress,
}: {
  label: string;
  hidden: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="rail-arrow"
      hidden={hidden}
      aria-label={label}
      onClick={onPress}
    />
  );
}
