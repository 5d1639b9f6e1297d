// Written by scripts/generate.mjs from the schemas of the specification. Change those, not this file.

import type { Shape } from "../session/shape.js";

export const definitions: Record<string, Shape> = {
  "card_key": {"properties":{"author":{"type":"string"},"id":{"type":"string"}}},
  "price": {"properties":{"currency":{"type":"string"},"amount":{"type":"string"}}},
  "collection": {"properties":{"id":{"type":"string"}},"optionalProperties":{"title":{"type":"string"}}},
  "action": {"properties":{"do":{"enum":["accept","decline","cancel","retry"]},"label":{"type":"string"}},"optionalProperties":{"currency":{"type":"string"}}},
};

export const lines: Record<string, Shape> = {
  "hello": {"properties":{"versions":{"elements":{"type":"uint32"}},"agent":{"properties":{"name":{"type":"string"},"version":{"type":"string"}}},"line_bytes":{"type":"uint32"}}},
  "ready": {"properties":{"v":{"type":"uint32"},"cards":{"type":"uint32"}}},
  "ok": {"properties":{"n":{"type":"uint32"}},"optionalProperties":{"card":{"ref":"card_key"},"text_because":{"type":"string"},"amounts":{"elements":{"type":"string"}},"currencies":{"elements":{"properties":{"code":{"type":"string"},"name":{"type":"string"},"decimals":{"type":"uint32"}}}}}},
  "error": {"properties":{"reason":{"type":"string"},"text":{"type":"string"}},"optionalProperties":{"n":{"type":"uint32"},"line":{"type":"uint32"},"card":{"ref":"card_key"},"limit":{"type":"uint32"}}},
  "send": {"properties":{"send":{"type":"string"},"room":{"type":"string"},"text":{"type":"string"}},"optionalProperties":{"link":{"type":"string"},"replaces":{"type":"string"},"instead_of":{"type":"string"}}},
  "card": {"properties":{"card":{"ref":"card_key"},"room":{"type":"string"},"role":{"enum":["payer","payee","onlooker"]},"kind":{"enum":["request","offer"]},"prices":{"elements":{"ref":"price"}},"expires_at":{"type":"timestamp"},"created_at":{"type":"timestamp"},"state":{"enum":["created","accepted","paid","settled","declined","cancelled","expired","failed"]},"is_over":{"type":"boolean"},"is_asked":{"type":"boolean"},"text":{"properties":{"title":{"type":"string"},"sum":{"type":"string"},"state":{"type":"string"}},"optionalProperties":{"note":{"type":"string"},"problem":{"type":"string"}}},"actions":{"elements":{"ref":"action"}}},"optionalProperties":{"price":{"ref":"price"},"note":{"type":"string"},"collection":{"ref":"collection"},"message":{"type":"string"},"received":{"type":"string"},"not_delivered":{"enum":["no_room","too_long","refused","failed","delayed","unknown"]},"confirmations":{"properties":{"seen":{"type":"uint32"},"wanted":{"type":"uint32"}}}}},
  "collection": {"properties":{"id":{"type":"string"},"parts":{"type":"uint32"},"paid":{"type":"uint32"},"text":{"type":"string"}},"optionalProperties":{"title":{"type":"string"}}},
  "wallet": {"properties":{"state":{"enum":["ready","pairing","unavailable","refused"]},"text":{"type":"string"}},"optionalProperties":{"provider":{"type":"string"},"reason":{"type":"string"},"code":{"type":"string"},"question_id":{"type":"string"}}},
  "end": {"properties":{"reason":{"type":"string"},"text":{"type":"string"}}},
};
