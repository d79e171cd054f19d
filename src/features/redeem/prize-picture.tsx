/** A prize; one without a picture is drawn as a plain gift. */
export function PrizePicture({ url }: { url: string | null | undefined }) {
  if (url) return <img className="prize-picture" src={url} width="240" height="150" alt="" />;
  return (
    <svg className="prize-picture prize-picture-missing" viewBox="0 0 240 150" aria-hidden="true">
      <use href="#gift" x="65" y="18" width="110" height="110" />
    </svg>
  );
}
