/** Text of the document, with `backticks` rendered as code. */

export function Markdown({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="rounded-sm bg-raised px-1 font-mono text-xs">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
