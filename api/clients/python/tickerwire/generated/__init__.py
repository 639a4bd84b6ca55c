"""Generated from the OpenAPI document by `npm run clients`; do not edit."""
