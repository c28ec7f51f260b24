"""Passkeys: a person's own device keeps a key and proves it; there is no password and no third party.

Browsers allow them where a page is served over HTTPS, and on localhost.
"""
from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import msgspec
import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_authentication_credential_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from chateaux.tables.data import Refused
from chateaux.tables.people import Passkey, People, Person
from chateaux.web.refusals import Asked

NAME: Final = "Châteaux"


def origin(request: Asked) -> str:
    """The page that asks; the door has made sure that it is ours."""
    return request.headers.get("origin", "") or f"{request.url.scheme}://{request.url.netloc}"


def host(request: Asked) -> str:
    return urlsplit(origin(request)).hostname or ""


async def to_make(request: Asked, people: People, person: Person) -> str:
    """What the browser needs to make a new passkey, as JSON."""
    secret = await people.door(person.id, "passkey")
    known = [PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id)) for key in await people.passkeys(person.id)]
    return webauthn.options_to_json(webauthn.generate_registration_options(
        rp_id=host(request), rp_name=NAME, user_name=person.name, user_id=person.id.encode(),
        challenge=secret.encode(), exclude_credentials=known,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED)))


async def made(request: Asked, people: People, person: Person, credential: str, label: str) -> None:
    """Keep the public half of a passkey that the browser has made."""
    secret = challenge_of(credential)
    if await people.enter("passkey", secret) != person.id:
        raise no_passkey()
    try:
        found = webauthn.verify_registration_response(
            credential=credential, expected_challenge=secret.encode(), expected_rp_id=host(request),
            expected_origin=origin(request))
    except WebAuthnException as error:
        raise no_passkey() from error
    await people.keep_passkey(Passkey(
        bytes_to_base64url(found.credential_id), person.id, bytes_to_base64url(found.credential_public_key),
        found.sign_count, label, people.now()))


async def to_enter(request: Asked, people: People) -> str:
    """What the browser needs to prove a passkey, whosever it is."""
    secret = await people.door("", "passkey")
    return webauthn.options_to_json(webauthn.generate_authentication_options(
        rp_id=host(request), challenge=secret.encode()))


async def entered(request: Asked, people: People, credential: str) -> str:
    """The person whose passkey was proven."""
    secret = challenge_of(credential)
    if await people.enter("passkey", secret) != "":
        raise no_passkey()
    try:
        shown = parse_authentication_credential_json(credential)
        key = await people.passkey(bytes_to_base64url(shown.raw_id))
        if key is None:
            raise Refused("unknown", "This house does not know that passkey.", "passkey_unknown")
        proven = webauthn.verify_authentication_response(
            credential=shown, expected_challenge=secret.encode(), expected_rp_id=host(request),
            expected_origin=origin(request), credential_public_key=base64url_to_bytes(key.public),
            credential_current_sign_count=key.uses)
    except WebAuthnException as error:
        raise no_passkey() from error
    await people.used_passkey(key.id, proven.new_sign_count)
    return key.person


class ClientData(msgspec.Struct):
    """The part of an answer that names what was asked."""

    challenge: str


class Signed(msgspec.Struct):
    client: str = msgspec.field(name="clientDataJSON")


class Credential(msgspec.Struct):
    response: Signed


def challenge_of(credential: str) -> str:
    """The challenge that a browser has answered; whether it was ours is for `enter` to say."""
    try:
        client = msgspec.json.decode(credential, type=Credential).response.client
        challenge = msgspec.json.decode(base64url_to_bytes(client), type=ClientData).challenge
        return base64url_to_bytes(challenge).decode()
    except (ValueError, msgspec.MsgspecError) as error:
        raise no_passkey() from error


def no_passkey() -> Refused:
    return Refused("malformed", "The passkey was not accepted; please try again.", "passkey")
