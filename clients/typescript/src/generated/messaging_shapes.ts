// Written by scripts/generate.mjs from the schemas of the specification. Change those, not this file.

import type { Shape } from "../session/shape.js";

export const definitions: Record<string, Shape> = {
  "request_id": {"type":"string","pattern":"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"},
  "cursor": {"type":"string"},
  "message_state": {"enum":["waiting_for_consent","refused","expired","sending","sent","delivered","unknown","failed","removed"]},
  "payment_reference": {"properties":{},"optionalProperties":{"invoice_id":{"type":"string"},"order_id":{"type":"string"},"card":{"type":"string"},"provider":{"type":"string"}}},
  "message_file": {"properties":{"name":{"type":"string"},"size":{"type":"uint32"},"sha256":{"type":"string","pattern":"^[A-Za-z0-9_-]{43}$"}}},
  "message_reply": {"properties":{"text":{"type":"string"},"at":{"type":"timestamp"}}},
  "message": {"properties":{"message_id":{"type":"string"},"request_id":{"ref":"request_id"},"version":{"type":"uint32"},"state":{"ref":"message_state"},"cursor":{"ref":"cursor"},"created_at":{"type":"timestamp"},"updated_at":{"type":"timestamp"},"expires_at":{"type":"timestamp"}},"optionalProperties":{"payment":{"ref":"payment_reference"},"text":{"type":"string"},"files":{"elements":{"ref":"message_file"}},"context":{"type":"string"},"reason":{"type":"string"},"contact_name":{"type":"string"},"reply_expected":{"type":"boolean"},"reply":{"ref":"message_reply"}}},
};

export const results: Record<string, Shape> = {
  "list_messages": {"properties":{"messages":{"elements":{"ref":"message"}},"cursor":{"ref":"cursor"},"more":{"type":"boolean"}}},
  "message_status": {"properties":{"message":{"ref":"message"}}},
  "remove_message": {"properties":{"removed":{"type":"boolean"}}},
  "send_message_to_payment_contact": {"properties":{"message":{"ref":"message"},"replayed":{"type":"boolean"}}},
};
