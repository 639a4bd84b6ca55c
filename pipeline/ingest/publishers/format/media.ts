/** Reads the addresses of the images that a feed entry declares (Media RSS, enclosures, iTunes), best first. */
import { resolveLink } from './links.ts';
import { childrenOf, textOf, type XmlElement } from './xml-tree.ts';

const picturesMax = 50;

export function mediaImages(entry: XmlElement, documentUrl: string): string[] {
  const holders = [entry, ...childrenOf(entry, 'media:group'), ...childrenOf(entry, 'media:content')];
  const contents = holders.flatMap((holder) => childrenOf(holder, 'media:content')).filter(isImage);
  const thumbnails = holders.flatMap((holder) => childrenOf(holder, 'media:thumbnail'));
  const enclosures = [
    ...childrenOf(entry, 'enclosure'),
    ...childrenOf(entry, 'link', 'atom:link', 'itunes:link').filter((link) => ['enclosure', 'image'].includes(link.attributes.get('rel') ?? '')),
  ].filter(isImage);
  const pictures = [...contents, ...enclosures, ...thumbnails, ...childrenOf(entry, 'itunes:image', 'image')];
  const addresses = pictures.slice(0, picturesMax).map((picture) => {
    const written = picture.attributes.get('url') ?? picture.attributes.get('href');
    const inside = childrenOf(picture, 'url')[0];
    return resolveLink(written ?? (inside === undefined ? textOf(picture) : textOf(inside)), picture.base, documentUrl);
  });
  return addresses.filter((address) => address !== null);
}

function isImage(element: XmlElement): boolean {
  const type = element.attributes.get('type') ?? '';
  const medium = element.attributes.get('medium') ?? (element.attributes.get('rel') === 'image' ? 'image' : '');
  if (type !== '' || medium !== '') return type.startsWith('image/') || medium === 'image';
  return /\.(?:jpe?g|png|webp|gif|avif)(?:$|\?)/i.test(element.attributes.get('url') ?? element.attributes.get('href') ?? '');
}
