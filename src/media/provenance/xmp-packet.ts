/**
 * The XMP packet in Kinora's files: the fields that other programs read (IPTC Photo Metadata 2025.1, Dublin
 * Core, XMP basic), and a field of Kinora that contains the whole provenance as JSON.
 */
import { digitalSourceTypeUri, type Provenance } from './provenance-record.ts';

const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  kinora: 'urn:kinora:provenance#',
} as const;

const RECORD = 'kinora:record';

/** The packet as text, to be stored as UTF-8. */
export function writeXmpPacket(provenance: Provenance): string {
  const declarations = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about=""${declarations.join('')}>`,
    element('xmp:CreatorTool', 'Kinora'),
    element('xmp:CreateDate', provenance.createdAt),
    `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(provenance.prompt)}</rdf:li></rdf:Alt></dc:description>`,
    element('Iptc4xmpExt:DigitalSourceType', digitalSourceTypeUri(provenance)),
    ...modelElements(provenance),
    element(RECORD, recordJson(provenance)),
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n');
}

/** The JSON text of Kinora's field. Returns undefined if Kinora did not write the packet. */
export function readXmpRecord(packet: string): string | undefined {
  const opening = `<${RECORD}>`;
  const start = packet.indexOf(opening);
  const end = packet.indexOf(`</${RECORD}>`, start);
  return start < 0 || end < 0 ? undefined : unescapeXml(packet.slice(start + opening.length, end));
}

/** IPTC reserves these two fields for trained models, so drawings by plain code have neither. */
function modelElements({ digitalSourceType, engine, model, prompt }: Provenance): string[] {
  if (digitalSourceType !== 'trainedAlgorithmicMedia') return [];
  return [
    element('Iptc4xmpExt:AISystemUsed', `${model} (${engine})`),
    element('Iptc4xmpExt:AIPromptInformation', prompt),
  ];
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** JSON in which characters that XML cannot represent are escaped, so that it can be read back exactly. */
function recordJson(provenance: Provenance): string {
  return JSON.stringify(provenance).replace(
    /[\ufffe\uffff]/g,
    char => `\\u${char.charCodeAt(0).toString(16)}`,
  );
}

/**
 * XML 1.0 has no way to write most control characters, lone surrogates, U+FFFE
 * and U+FFFF: they become U+FFFD.
 */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- control characters are searched for
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/\r/g, '&#13;')
  );
}

/**
 * Reverses `escapeXml`, and unescapes quotes that another program may have
 * escaped when it rewrote the packet.
 */
function unescapeXml(text: string): string {
  const entities: Record<string, string> = {
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    amp: '&',
    '#13': '\r',
    '#39': "'",
    '#34': '"',
  };
  return text.replace(/&([a-z]+|#\d+);/g, (entity, name: string) => entities[name] ?? entity);
}
