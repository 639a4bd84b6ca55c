"""One exception class for each error code of the service. Generated from the OpenAPI document by `npm run clients`; do not edit."""

from __future__ import annotations

from typing import Dict, Type

from ..errors import ApiError
from .schemas import (
    ProblemArchiveHorizon,
    ProblemCoverageUnavailable,
    ProblemCursorModeMismatch,
    ProblemInternal,
    ProblemInvalidCursor,
    ProblemInvalidKey,
    ProblemInvalidParameter,
    ProblemInvalidScheme,
    ProblemMissingKey,
    ProblemNotAcceptable,
    ProblemNotFound,
    ProblemPayloadTooLarge,
    ProblemRadarUnavailable,
    ProblemRangeNotSatisfiable,
    ProblemRateLimited,
    ProblemSnapshotGone,
    ProblemUnavailable,
    ProblemUnknownParameter,
    ProblemUnknownSymbol,
    ProblemUriTooLong,
)


class InvalidParameter(ApiError):
    """The service answered with the code `invalid_parameter`."""

    problem: ProblemInvalidParameter


class UnknownParameter(ApiError):
    """The service answered with the code `unknown_parameter`."""

    problem: ProblemUnknownParameter


class InvalidCursor(ApiError):
    """The service answered with the code `invalid_cursor`."""

    problem: ProblemInvalidCursor


class CursorModeMismatch(ApiError):
    """The service answered with the code `cursor_mode_mismatch`."""

    problem: ProblemCursorModeMismatch


class MissingKey(ApiError):
    """The service answered with the code `missing_key`."""

    problem: ProblemMissingKey


class InvalidKey(ApiError):
    """The service answered with the code `invalid_key`."""

    problem: ProblemInvalidKey


class InvalidScheme(ApiError):
    """The service answered with the code `invalid_scheme`."""

    problem: ProblemInvalidScheme


class ArchiveHorizon(ApiError):
    """The service answered with the code `archive_horizon`."""

    problem: ProblemArchiveHorizon


class NotAcceptable(ApiError):
    """The service answered with the code `not_acceptable`."""

    problem: ProblemNotAcceptable


class PayloadTooLarge(ApiError):
    """The service answered with the code `payload_too_large`."""

    problem: ProblemPayloadTooLarge


class UriTooLong(ApiError):
    """The service answered with the code `uri_too_long`."""

    problem: ProblemUriTooLong


class RateLimited(ApiError):
    """The service answered with the code `rate_limited`."""

    problem: ProblemRateLimited


class Internal(ApiError):
    """The service answered with the code `internal`."""

    problem: ProblemInternal


class Unavailable(ApiError):
    """The service answered with the code `unavailable`."""

    problem: ProblemUnavailable


class NotFound(ApiError):
    """The service answered with the code `not_found`."""

    problem: ProblemNotFound


class UnknownSymbol(ApiError):
    """The service answered with the code `unknown_symbol`."""

    problem: ProblemUnknownSymbol


class SnapshotGone(ApiError):
    """The service answered with the code `snapshot_gone`."""

    problem: ProblemSnapshotGone


class RadarUnavailable(ApiError):
    """The service answered with the code `radar_unavailable`."""

    problem: ProblemRadarUnavailable


class CoverageUnavailable(ApiError):
    """The service answered with the code `coverage_unavailable`."""

    problem: ProblemCoverageUnavailable


class RangeNotSatisfiable(ApiError):
    """The service answered with the code `range_not_satisfiable`."""

    problem: ProblemRangeNotSatisfiable


ERRORS: Dict[str, Type[ApiError]] = {
    "invalid_parameter": InvalidParameter,
    "unknown_parameter": UnknownParameter,
    "invalid_cursor": InvalidCursor,
    "cursor_mode_mismatch": CursorModeMismatch,
    "missing_key": MissingKey,
    "invalid_key": InvalidKey,
    "invalid_scheme": InvalidScheme,
    "archive_horizon": ArchiveHorizon,
    "not_acceptable": NotAcceptable,
    "payload_too_large": PayloadTooLarge,
    "uri_too_long": UriTooLong,
    "rate_limited": RateLimited,
    "internal": Internal,
    "unavailable": Unavailable,
    "not_found": NotFound,
    "unknown_symbol": UnknownSymbol,
    "snapshot_gone": SnapshotGone,
    "radar_unavailable": RadarUnavailable,
    "coverage_unavailable": CoverageUnavailable,
    "range_not_satisfiable": RangeNotSatisfiable,
}
