"""A document of version 2.0 and its twin of version 3.0 mean the same to the last id."""

from __future__ import annotations

import json
from typing import Any

from generator.ir import dump

from .lowering import lowered

OLD = """
swagger: "2.0"
info: {title: Twins, version: "1"}
host: twins.example
basePath: /v1
consumes: [application/json]
produces: [application/json, application/xml]
security: [{Key: []}, {Login: [read]}]
tags: [{name: A, description: d}]
paths:
  /pets/{id}:
    parameters:
      - {name: id, in: path, required: true, type: string, format: uuid}
    get:
      tags: [A]
      parameters:
        - $ref: "#/parameters/Limit"
        - {name: words, in: query, type: array, items: {type: string, maxLength: 3}, collectionFormat: pipes, maxItems: 2}
        - {name: ids, in: query, type: array, items: {type: integer}, collectionFormat: multi}
        - {name: X-Flag, in: header, type: boolean, x-nullable: true}
      responses:
        200: {description: ok, schema: {type: array, items: {$ref: "#/definitions/Pet"}}, headers: {X-A: {type: integer, minimum: 0}}}
        404: {$ref: "#/responses/Missing"}
        default: {description: none}
    put:
      security: []
      produces: [text/plain]
      parameters:
        - {name: body, in: body, required: true, description: b, schema: {type: object, properties: {a: {type: string}}}}
      responses:
        200: {description: ok, schema: {type: string}}
        404: {$ref: "#/responses/Missing"}
    post:
      parameters:
        - {name: file, in: formData, type: file, required: true}
        - {name: note, in: formData, type: string, default: n, description: t}
      responses:
        201: {description: made, schema: {type: file}}
  /forms:
    post:
      consumes: [application/x-www-form-urlencoded]
      parameters: [{name: a, in: formData, type: integer}]
      responses: {204: {description: none}}
    put:
      parameters: [{$ref: "#/parameters/Whole"}]
      responses: {204: {description: none}}
parameters:
  Limit: {name: limit, in: query, type: integer, maximum: 10, exclusiveMaximum: true, default: 5}
  Whole: {name: pet, in: body, schema: {$ref: "#/definitions/Pet"}}
responses:
  Missing: {description: gone, schema: {type: object, properties: {why: {type: string}}}}
definitions:
  Pet:
    type: object
    required: [kind]
    discriminator: kind
    properties: {kind: {type: string}, nick: {type: string, x-nullable: true}}
  Cat: {allOf: [{$ref: "#/definitions/Pet"}, {type: object, properties: {lives: {type: integer}}}]}
securityDefinitions:
  Key: {type: apiKey, in: header, name: X-Key}
  Login: {type: oauth2, flow: implicit, authorizationUrl: https://a.example, scopes: {read: r}}
  Basic: {type: basic}
"""
NEW = """
openapi: 3.0.3
info: {title: Twins, version: "1"}
servers: [{url: https://twins.example/v1}]
security: [{Key: []}, {Login: [read]}]
tags: [{name: A, description: d}]
paths:
  /pets/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string, format: uuid}}
    get:
      tags: [A]
      parameters:
        - $ref: "#/components/parameters/Limit"
        - {name: words, in: query, style: pipeDelimited, explode: false, schema: {type: array, items: {type: string, maxLength: 3}, maxItems: 2}}
        - {name: ids, in: query, schema: {type: array, items: {type: integer}}}
        - {name: X-Flag, in: header, schema: {type: boolean, nullable: true}}
      responses:
        200:
          description: ok
          content:
            application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}}
            application/xml: {}
          headers: {X-A: {schema: {type: integer, minimum: 0}}}
        404: {$ref: "#/components/responses/Missing"}
        default: {description: none}
    put:
      security: []
      requestBody:
        required: true
        description: b
        content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}
      responses:
        200: {description: ok, content: {text/plain: {schema: {type: string}}}}
        404: {description: gone, content: {text/plain: {}}}
    post:
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              properties: {file: {type: string, format: binary}, note: {type: string, default: n, description: t}}
              required: [file]
      responses:
        201: {description: made, content: {application/octet-stream: {}, application/xml: {}}}
  /forms:
    post:
      requestBody:
        content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: integer}}}}}
      responses: {204: {description: none}}
    put:
      requestBody: {$ref: "#/components/requestBodies/Whole"}
      responses: {204: {description: none}}
components:
  parameters:
    Limit: {name: limit, in: query, schema: {type: integer, maximum: 10, exclusiveMaximum: true, default: 5}}
  requestBodies:
    Whole: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
  responses:
    Missing:
      description: gone
      content:
        application/json: {schema: {type: object, properties: {why: {type: string}}}}
        application/xml: {}
  schemas:
    Pet:
      type: object
      required: [kind]
      discriminator: {propertyName: kind}
      properties: {kind: {type: string}, nick: {type: string, nullable: true}}
    Cat: {allOf: [{$ref: "#/components/schemas/Pet"}, {type: object, properties: {lives: {type: integer}}}]}
  securitySchemes:
    Key: {type: apiKey, in: header, name: X-Key}
    Login: {type: oauth2, flows: {implicit: {authorizationUrl: https://a.example, scopes: {read: r}}}}
    Basic: {type: http, scheme: basic}
"""


def meaning(text: str) -> Any:
    found = json.loads(dump(lowered(text)))
    found.pop("origins", None)  # the places in the two texts
    return found


def test_twins() -> None:
    old, new = meaning(OLD), meaning(NEW)
    assert old.keys() == new.keys()
    for key in old:
        assert old[key] == new[key], key
