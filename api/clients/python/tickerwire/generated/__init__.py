"""Made from the OpenAPI document by `npm run clients`: changes made here are lost."""
