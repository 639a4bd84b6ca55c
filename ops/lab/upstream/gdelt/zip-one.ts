/** Packs one file into a zip archive (PKWARE, APPNOTE.TXT 6.3). */
import { crc32, deflateRawSync } from 'node:zlib';

export function zipOne(name: string, body: Buffer): Buffer {
  const packed = deflateRawSync(body);
  const nameBytes = Buffer.from(name, 'latin1');
  // Local header and directory entry share the fields from the version needed to the lengths of name and extra field.
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt16LE(0x21, 8);
  shared.writeUInt32LE(crc32(body), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(body.length, 18);
  shared.writeUInt16LE(nameBytes.length, 22);
  const local = Buffer.concat([numbers(0x04034b50), shared, nameBytes, packed]);
  const entry = Buffer.concat([numbers(0x02014b50), Buffer.from([20, 0]), shared, Buffer.alloc(14), nameBytes]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, numbers(0x06054b50), end]);
}

function numbers(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
